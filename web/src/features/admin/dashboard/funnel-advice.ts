import type { Dashboard } from '@zing/proto/community/dashboard'
import { HIDDEN, LINKS, type Said, UNCOUNTED } from './advice-parts.ts'
import { duration, percent } from './numbers.ts'

/** A step of the funnel with what is usual, and what helps. */
const STEPS = [
  {
    stage: 'photo',
    usual: 0.6,
    text: 'of the newcomers have a photo. Say in your welcome text why it helps.',
    link: LINKS.settings,
  },
  {
    stage: 'like',
    usual: 0.4,
    text: 'of the newcomers have liked somebody. See whether the feed has something for them.',
    link: LINKS.profile,
  },
  {
    stage: 'match',
    usual: 0.3,
    text: 'of those who like have a match. Invite more of the people who are looked for.',
    link: LINKS.invitations,
  },
  {
    stage: 'message',
    usual: 0.4,
    text: 'of those with a match have written. Say in your about text how people here begin.',
    link: LINKS.settings,
  },
  {
    stage: 'reply',
    usual: 0.4,
    text: 'of those who write get a reply. Check the reports for people who write to everybody.',
    link: LINKS.cases,
  },
] as const

export function adviseOnFunnel(numbers: Dashboard): Said {
  const { signUps, meetings, talks } = numbers
  if (!signUps || !meetings || !talks) return { urgency: 0, text: UNCOUNTED, link: LINKS.profile }
  const { members, withPhoto } = signUps
  if (members === null) return { urgency: 0, text: HIDDEN, link: LINKS.invitations }
  const reached = [
    [withPhoto, members],
    [meetings.liked, members],
    [meetings.matched, meetings.liked],
    [talks.wrote, meetings.matched],
    [talks.replied, talks.wrote],
  ] as const
  const weak = STEPS.flatMap((step, at) => {
    const [part, whole] = reached[at] ?? [null, null]
    const share = part === null || whole === null || whole === 0 ? null : part / whole
    return share === null || share >= step.usual ? [] : [{ ...step, share }]
  })
  const weakest = weak.sort((one, other) => one.share / one.usual - other.share / other.usual)[0]
  if (!weakest) return { urgency: 0, text: 'No step loses many people. There is nothing to do.', link: LINKS.profile }
  return { urgency: 1, text: `Only ${percent(weakest.share)} ${weakest.text}`, link: weakest.link }
}

export function adviseOnSpeed({ meetings, talks }: Dashboard): Said {
  const link = LINKS.invitations
  if (!meetings || !talks) return { urgency: 0, text: UNCOUNTED, link }
  const hours = meetings.hoursToMatch
  if (hours === null) return { urgency: 0, text: HIDDEN, link }
  if (hours <= 72) return { urgency: 0, text: 'Newcomers meet somebody soon. There is nothing to do.', link }
  return {
    urgency: 1,
    text: `Half of the newcomers wait ${duration(hours)} for their first match. Invite several friends at once, so that they meet.`,
    link,
  }
}
