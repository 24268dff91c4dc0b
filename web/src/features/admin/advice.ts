import { clientRoutes } from '@zing/proto/client-routes'
import type { Dashboard } from '@zing/proto/community/dashboard'
import { genderPlural } from './words.ts'

/** 0: there is nothing to do. 3: today. */
export type Urgency = 0 | 1 | 2 | 3

/** A sentence that says what a number means, and what to do about it. */
export interface Advice {
  topic: Topic
  urgency: Urgency
  text: string
  link: { to: string; label: string }
}

export const TOPICS = [
  'moderation',
  'hour',
  'backup',
  'emptyFeed',
  'funnel',
  'balance',
  'speed',
  'sources',
  'active',
] as const
export type Topic = (typeof TOPICS)[number]

const DAY_MS = 24 * 60 * 60 * 1_000
const HIDDEN = 'There are too few members to show this without showing who they are.'
const UNCOUNTED = 'Not counted yet. The first numbers come within an hour.'

const LINKS = {
  cases: { to: clientRoutes.moderation, label: 'Open the cases' },
  roles: { to: clientRoutes.adminRoles, label: 'Make somebody a moderator' },
  door: { to: clientRoutes.adminDoor, label: 'Look at the door' },
  invitations: { to: clientRoutes.adminInvitations, label: 'Invite people' },
  settings: { to: clientRoutes.adminSettings, label: 'Open the settings' },
  backup: { to: '#backup', label: 'See how' },
  profile: { to: clientRoutes.feed, label: 'See the feed as a member' },
}

type Said = Omit<Advice, 'topic'>

const RULES: Record<Topic, (numbers: Dashboard, now: number) => Said> = {
  moderation: adviseOnModeration,
  hour: adviseOnHour,
  backup: adviseOnBackup,
  emptyFeed: adviseOnEmptyFeeds,
  funnel: adviseOnFunnel,
  balance: adviseOnBalance,
  speed: adviseOnSpeed,
  sources: adviseOnSources,
  active: adviseOnActive,
}

/** One sentence for every number. */
export function adviseOn(numbers: Dashboard, now: number): Record<Topic, Advice> {
  const all = TOPICS.map((topic): [Topic, Advice] => [topic, { topic, ...RULES[topic](numbers, now) }])
  return Object.fromEntries(all) as Record<Topic, Advice> // one entry for each topic
}

/** The advice that needs an act, most urgent first. */
export function toDo(advice: Record<Topic, Advice>): Advice[] {
  return TOPICS.map((topic) => advice[topic])
    .filter(({ urgency }) => urgency > 0)
    .sort((one, other) => other.urgency - one.urgency)
}

function adviseOnModeration({ workload }: Dashboard): Said {
  if (!workload) return { urgency: 0, text: UNCOUNTED, link: LINKS.cases }
  const { openCases, oldestCaseHours, activeModerators, reports } = workload
  if (openCases === 0) return { urgency: 0, text: 'No case waits. There is nothing to do.', link: LINKS.cases }
  if (activeModerators === 0)
    return {
      urgency: 3,
      text: `${count(openCases, 'case waits', 'cases wait')}, and nobody has moderated for a week. Decide them, or make somebody a moderator.`,
      link: LINKS.cases,
    }
  if (oldestCaseHours !== null && oldestCaseHours >= 24)
    return {
      urgency: oldestCaseHours >= 72 ? 3 : 2,
      text: `The oldest case has waited for ${duration(oldestCaseHours)}. Begin with it.`,
      link: LINKS.cases,
    }
  if (reports > 50 * activeModerators)
    return {
      urgency: 1,
      text: `Each active moderator has ${Math.round(reports / activeModerators)} reports. Find one more.`,
      link: LINKS.roles,
    }
  return { urgency: 0, text: 'The moderators keep up. There is nothing to do.', link: LINKS.cases }
}

function adviseOnHour({ signUps }: Dashboard): Said {
  const link = LINKS.door
  if (!signUps) return { urgency: 0, text: UNCOUNTED, link }
  const { lastHour, usualHour } = signUps
  if (lastHour === null)
    return { urgency: 0, text: 'Fewer than ten people signed up in the last hour. All is calm.', link }
  if (usualHour === null || lastHour >= 5 * Math.max(usualHour, 1))
    return {
      urgency: usualHour === null ? 2 : 3,
      text: `${lastHour} people signed up in the last hour, usually ${usualHour === null ? 'hardly anybody' : `about ${Math.max(1, Math.round(usualHour))}`}. If you don't expect them, let newcomers apply first.`,
      link,
    }
  return { urgency: 0, text: `${lastHour} people signed up in the last hour, as usual.`, link }
}

function adviseOnBackup({ backup }: Dashboard, now: number): Said {
  const link = LINKS.backup
  if (!backup)
    return { urgency: 3, text: 'No backup is known. Make one today, and let your machine make one every night.', link }
  const hours = Math.floor((now - Date.parse(backup.at)) / (DAY_MS / 24))
  if (hours < 36) return { urgency: 0, text: 'The last backup is fresh. There is nothing to do.', link }
  return {
    urgency: hours >= 7 * 24 ? 3 : 2,
    text: `The last backup is ${duration(hours)} old. Check why the nightly one has not run.`,
    link,
  }
}

function adviseOnEmptyFeeds({ meetings }: Dashboard): Said {
  const link = LINKS.invitations
  if (!meetings) return { urgency: 0, text: UNCOUNTED, link }
  if (!meetings.emptyFeed) return { urgency: 0, text: HIDDEN, link }
  const { asked, empty } = meetings.emptyFeed
  if (empty === null) return { urgency: 0, text: 'Hardly anybody has an empty feed. There is nothing to do.', link }
  const share = empty / asked
  if (share < 0.1) return { urgency: 0, text: `${percent(share)} have an empty feed. That is few.`, link }
  return {
    urgency: share < 0.25 ? 1 : 2,
    text: `${percent(share)} of the active members see nobody. Invite the people they look for.`,
    link,
  }
}

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

function adviseOnFunnel(numbers: Dashboard): Said {
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

function adviseOnBalance({ meetings }: Dashboard): Said {
  const link = LINKS.invitations
  if (!meetings) return { urgency: 0, text: UNCOUNTED, link }
  const known = meetings.balance.flatMap(({ members, seekers, ...group }) =>
    members === null || seekers === null ? [] : [{ ...group, members, seekers, wanted: seekers / members }],
  )
  const rarest = known.sort((one, other) => other.wanted - one.wanted)[0]
  if (!rarest) return { urgency: 0, text: HIDDEN, link }
  if (rarest.wanted < 5) return { urgency: 0, text: 'Everybody is looked for by about as many as there are.', link }
  const { gender, ageFrom, ageTo, members, seekers, wanted } = rarest
  return {
    urgency: wanted < 10 ? 1 : 2,
    text: `${genderPlural(gender)} ${ages({ ageFrom, ageTo })}: there are ${members}, and ${seekers} look for them. Invite them first.`,
    link,
  }
}

function adviseOnSpeed({ meetings, talks }: Dashboard): Said {
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

function adviseOnSources({ signUps }: Dashboard): Said {
  const link = LINKS.invitations
  if (!signUps) return { urgency: 0, text: UNCOUNTED, link }
  const best = signUps.sources.find(({ label }) => label !== null)
  if (signUps.members === null) return { urgency: 1, text: 'Fewer than ten people joined. Invite some.', link }
  if (!best)
    return { urgency: 0, text: 'No invitation has brought ten people. Label invitations to learn what works.', link }
  return {
    urgency: 0,
    text: `“${best.label}” works best: it brought ${best.members} people. Renew it before it expires.`,
    link,
  }
}

function adviseOnActive({ meetings }: Dashboard): Said {
  const link = LINKS.settings
  if (!meetings) return { urgency: 0, text: UNCOUNTED, link }
  const { members, stayed } = meetings.after28Days
  if (members === null) return { urgency: 0, text: HIDDEN, link }
  const share = (stayed ?? 0) / members
  if (share >= 0.2)
    return { urgency: 0, text: `${percent(share)} are still here after four weeks. That is many.`, link }
  const shown = stayed === null ? 'Hardly anybody is' : `Only ${percent(share)} are`
  return {
    urgency: 1,
    text: `${shown} still here after four weeks. Tell members what is new in your about text.`,
    link,
  }
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

export function ages({ ageFrom, ageTo }: { ageFrom: number; ageTo: number | null }): string {
  return ageTo === null ? `${ageFrom} and older` : `${ageFrom}–${ageTo}`
}

/** Formats hours as "5 hours" or "3 days". */
export function duration(hours: number): string {
  return hours < 48 ? count(hours, 'hour', 'hours') : count(Math.floor(hours / 24), 'day', 'days')
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
