import { t } from '@lingui/core/macro'
import type { Dashboard } from '@zing/proto/community/dashboard'
import { HIDDEN, links, type Said, UNCOUNTED } from './advice-parts.ts'
import { ages, percent } from './numbers.ts'
import { genderPlural } from './words.ts'

export function adviseOnEmptyFeeds({ meetings }: Dashboard): Said {
  const link = links().invitations
  if (!meetings) return { urgency: 0, text: t(UNCOUNTED), link }
  if (!meetings.emptyFeed) return { urgency: 0, text: t(HIDDEN), link }
  const { asked, empty } = meetings.emptyFeed
  if (empty === null) return { urgency: 0, text: t`Hardly anyone has an empty feed. There is nothing to do.`, link }
  const share = empty / asked
  if (share < 0.1) return { urgency: 0, text: t`${percent(share)} have an empty feed. That is few.`, link }
  return {
    urgency: share < 0.25 ? 1 : 2,
    text: t`${percent(share)} of the active members see nobody. Invite the people they look for.`,
    link,
  }
}

export function adviseOnBalance({ meetings }: Dashboard): Said {
  const link = links().invitations
  if (!meetings) return { urgency: 0, text: t(UNCOUNTED), link }
  const known = meetings.balance.flatMap(({ members, seekers, ...group }) =>
    members === null || seekers === null ? [] : [{ ...group, members, seekers, wanted: seekers / members }],
  )
  const rarest = known.sort((one, other) => other.wanted - one.wanted)[0]
  if (!rarest) return { urgency: 0, text: t(HIDDEN), link }
  if (rarest.wanted < 5) return { urgency: 0, text: t`Everyone is looked for by about as many as there are.`, link }
  const { gender, ageFrom, ageTo, members, seekers, wanted } = rarest
  return {
    urgency: wanted < 10 ? 1 : 2,
    text: t`${genderPlural(gender)} ${ages({ ageFrom, ageTo })}: there are ${members}, and ${seekers} look for them. Invite them first.`,
    link,
  }
}

export function adviseOnSources({ signUps }: Dashboard): Said {
  const link = links().invitations
  if (!signUps) return { urgency: 0, text: t(UNCOUNTED), link }
  const best = signUps.sources.find(({ label }) => label !== null)
  if (signUps.members === null) return { urgency: 1, text: t`Fewer than ten people joined. Invite some.`, link }
  if (!best)
    return { urgency: 0, text: t`No invitation has brought ten people. Label invitations to learn what works.`, link }
  return {
    urgency: 0,
    text: t`“${best.label ?? ''}” works best: it brought ${best.members} people. Renew it before it expires.`,
    link,
  }
}

export function adviseOnActive({ meetings }: Dashboard): Said {
  const link = links().settings
  if (!meetings) return { urgency: 0, text: t(UNCOUNTED), link }
  const { members, stayed } = meetings.after28Days
  if (members === null) return { urgency: 0, text: t(HIDDEN), link }
  const share = (stayed ?? 0) / members
  if (share >= 0.2)
    return { urgency: 0, text: t`${percent(share)} are still here after four weeks. That is many.`, link }
  return {
    urgency: 1,
    text:
      stayed === null
        ? t`Hardly anyone is still here after four weeks. Tell members what is new in your about text.`
        : t`Only ${percent(share)} are still here after four weeks. Tell members what is new in your about text.`,
    link,
  }
}
