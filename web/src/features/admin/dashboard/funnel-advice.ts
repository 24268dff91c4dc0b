import { t } from '@lingui/core/macro'
import type { Dashboard } from '@zing/proto/community/dashboard'
import { HIDDEN, links, type Said, UNCOUNTED } from './advice-parts.ts'
import { duration, percent } from './numbers.ts'

/** A step of the funnel with what is usual, and what helps. */
const steps = () =>
  [
    {
      stage: 'photo',
      usual: 0.6,
      text: (share: string) => t`Only ${share} of the newcomers have a photo. Say in your welcome text why it helps.`,
      link: links().settings,
    },
    {
      stage: 'like',
      usual: 0.4,
      text: (share: string) =>
        t`Only ${share} of the newcomers have liked someone. See whether the feed has something for them.`,
      link: links().profile,
    },
    {
      stage: 'match',
      usual: 0.3,
      text: (share: string) =>
        t`Only ${share} of those who like have a match. Invite more of the people who are looked for.`,
      link: links().invitations,
    },
    {
      stage: 'message',
      usual: 0.4,
      text: (share: string) =>
        t`Only ${share} of those with a match have written. Say in your about text how people here begin.`,
      link: links().settings,
    },
    {
      stage: 'reply',
      usual: 0.4,
      text: (share: string) =>
        t`Only ${share} of those who write get a reply. Check the reports for people who write to everyone.`,
      link: links().cases,
    },
  ] as const

export function adviseOnFunnel(numbers: Dashboard): Said {
  const { signUps, meetings, talks } = numbers
  if (!signUps || !meetings || !talks) return { urgency: 0, text: t(UNCOUNTED), link: links().profile }
  const { members, withPhoto } = signUps
  if (members === null) return { urgency: 0, text: t(HIDDEN), link: links().invitations }
  const reached = [
    [withPhoto, members],
    [meetings.liked, members],
    [meetings.matched, meetings.liked],
    [talks.wrote, meetings.matched],
    [talks.replied, talks.wrote],
  ] as const
  const weak = steps().flatMap((step, at) => {
    const [part, whole] = reached[at] ?? [null, null]
    const share = part === null || whole === null || whole === 0 ? null : part / whole
    return share === null || share >= step.usual ? [] : [{ ...step, share }]
  })
  const weakest = weak.sort((one, other) => one.share / one.usual - other.share / other.usual)[0]
  if (!weakest)
    return { urgency: 0, text: t`No step loses many people. There is nothing to do.`, link: links().profile }
  return { urgency: 1, text: weakest.text(percent(weakest.share)), link: weakest.link }
}

export function adviseOnSpeed({ meetings, talks }: Dashboard): Said {
  const link = links().invitations
  if (!meetings || !talks) return { urgency: 0, text: t(UNCOUNTED), link }
  const hours = meetings.hoursToMatch
  if (hours === null) return { urgency: 0, text: t(HIDDEN), link }
  if (hours <= 72) return { urgency: 0, text: t`Newcomers meet someone soon. There is nothing to do.`, link }
  return {
    urgency: 1,
    text: t`Half of the newcomers wait ${duration(hours)} for their first match. Invite several friends at once, so that they meet.`,
    link,
  }
}
