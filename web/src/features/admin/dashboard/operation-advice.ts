import { plural, t } from '@lingui/core/macro'
import type { Dashboard } from '@zing/proto/community/dashboard'
import { links, type Said, UNCOUNTED } from './advice-parts.ts'
import { duration, megabytes } from './numbers.ts'

/** From here on a database is slow to back up. */
const LARGE_BYTES = 20_000_000_000
const DAY_MS = 24 * 60 * 60 * 1_000

export function adviseOnModeration({ workload }: Dashboard): Said {
  if (!workload) return { urgency: 0, text: t(UNCOUNTED), link: links().cases }
  const { openCases, oldestCaseHours, activeModerators, reports } = workload
  if (openCases === 0) return { urgency: 0, text: t`No case waits. There is nothing to do.`, link: links().cases }
  if (activeModerators === 0)
    return {
      urgency: 3,
      text: plural(openCases, {
        one: '# case waits, and nobody has moderated for a week. Decide them, or make someone a moderator.',
        other: '# cases wait, and nobody has moderated for a week. Decide them, or make someone a moderator.',
      }),
      link: links().cases,
    }
  if (oldestCaseHours !== null && oldestCaseHours >= 24)
    return {
      urgency: oldestCaseHours >= 72 ? 3 : 2,
      text: t`The oldest case has waited for ${duration(oldestCaseHours)}. Begin with it.`,
      link: links().cases,
    }
  if (reports > 50 * activeModerators)
    return {
      urgency: 1,
      text: t`Each active moderator has ${Math.round(reports / activeModerators)} reports. Find one more.`,
      link: links().roles,
    }
  return { urgency: 0, text: t`The moderators keep up. There is nothing to do.`, link: links().cases }
}

export function adviseOnHour({ signUps }: Dashboard): Said {
  const link = links().door
  if (!signUps) return { urgency: 0, text: t(UNCOUNTED), link }
  const { lastHour, usualHour } = signUps
  if (lastHour === null)
    return { urgency: 0, text: t`Fewer than ten people signed up in the last full hour. There is nothing to do.`, link }
  if (usualHour === null || lastHour >= 5 * Math.max(usualHour, 1))
    return {
      urgency: usualHour === null ? 2 : 3,
      text:
        usualHour === null
          ? t`${lastHour} people signed up in the last full hour, usually hardly anyone. If you don't expect them, let newcomers apply first.`
          : t`${lastHour} people signed up in the last full hour, usually about ${Math.max(1, Math.round(usualHour))}. If you don't expect them, let newcomers apply first.`,
      link,
    }
  return { urgency: 0, text: t`${lastHour} people signed up in the last full hour, as usual.`, link }
}

export function adviseOnBackup({ backup }: Dashboard, now: number): Said {
  const link = links().backup
  if (!backup)
    return { urgency: 3, text: t`No backup is known. Make one today, and let your machine make one every night.`, link }
  const hours = Math.floor((now - Date.parse(backup.at)) / (DAY_MS / 24))
  if (hours < 36) return { urgency: 0, text: t`The last backup is fresh. There is nothing to do.`, link }
  return {
    urgency: hours >= 7 * 24 ? 3 : 2,
    text: t`The last backup is ${duration(hours)} old. Check why the nightly one has not run.`,
    link,
  }
}

export function adviseOnStorage({ talks }: Dashboard): Said {
  const link = links().settings
  if (!talks?.media) return { urgency: 0, text: t(UNCOUNTED), link }
  const { bytes } = talks.media
  if (bytes < LARGE_BYTES) return { urgency: 0, text: t`They take little room. There is nothing to do.`, link }
  return {
    urgency: 1,
    text: t`Photos and voice messages take ${megabytes(bytes)}. A bucket (S3) keeps the database small and its backups fast.`,
    link,
  }
}
