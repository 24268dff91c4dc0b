import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { GROUP_MIN } from '../limits.ts'
import { GENDERS } from '../product.ts'

const Group = z.nullable(z.int())

/** The number of a group of members; null for a group under GROUP_MIN, also for nobody. */
export function groupOf(members: number): number | null {
  return members < GROUP_MIN ? null : members
}

/** A UTC day such as `2026-11-27`. */
export const dashboardDay = z
  .string('Invalid day')
  .check(z.refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)), 'Invalid day'))

/** The UTC days of registration that a dashboard counts, both included. */
export const DashboardWindow = z.object({ from: dashboardDay, to: dashboardDay })
export type DashboardWindow = z.infer<typeof DashboardWindow>

// All parts count accounts that exist and are active: deleted, pending and refused accounts count nowhere.
// A stage of the funnel counts members of the window who have reached it until now, in any order.

/** Auth's part. */
export const SignUps = z.object({
  /** When the numbers were counted. */
  at: isoTime,
  /** Registered in the window. */
  members: Group,
  byDay: z.array(z.object({ day: dashboardDay, members: Group })),
  /** Grouped by the label of the invitation, largest first; null: without one. Labels under GROUP_MIN are in `otherSources`. */
  sources: z.array(z.object({ label: z.nullable(z.string()), members: z.int() })),
  otherSources: Group,
  /** Have a photo in their profile. */
  withPhoto: Group,
  /** Registrations in the hour that ended last, pending and refused ones too. */
  lastHour: Group,
  /** Their mean in the same hour of the 28 days before. Null if these were fewer than GROUP_MIN in all. */
  usualHour: z.nullable(z.number()),
})
export type SignUps = z.infer<typeof SignUps>

/** Members who registered that many UTC days ago or earlier. `stayed` have opened the feed that many days after it or later. */
const Stay = z.object({ members: Group, stayed: Group })

/** Social's part. "Active" members have opened the feed in the last 28 UTC days, today included. */
export const Meetings = z.object({
  at: isoTime,
  /** Have a like that stands, or have had a match. */
  liked: Group,
  /** Have or have had a match. */
  matched: Group,
  /**
   * Median of the hours from the registration to the first match, rounded down, beyond two days to whole days. Only
   * members with a match count. A later match of the same two members replaces the earlier one.
   */
  hoursToMatch: Group,
  after7Days: Stay,
  after28Days: Stay,
  /** All active members, whenever they registered. */
  active: Group,
  /**
   * Active members who are not suspended, and how many would see nobody in the feed now. With more than FEEDS_ASKED_MAX
   * it is a random sample of that many. Null under GROUP_MIN.
   */
  emptyFeed: z.nullable(z.object({ asked: z.int(), empty: Group })),
  /** Active members by gender and age. `ageTo` is the last age of the band, null for the oldest band. */
  balance: z.array(
    z.object({
      gender: z.enum(GENDERS),
      ageFrom: z.int(),
      ageTo: z.nullable(z.int()),
      /** Are of this gender and age, and in the feed. */
      members: Group,
      /** Want to see this gender and at least one age of the band, and are not suspended. */
      seekers: Group,
    }),
  ),
})
export type Meetings = z.infer<typeof Meetings>

/** Chat's part. Conversations of deleted accounts are gone, so what was said there counts no more. */
export const Talks = z.object({
  at: isoTime,
  /** Have sent a message that its receiver can see. */
  wrote: Group,
  /** Are in a conversation in which both have. */
  replied: Group,
  /** Median as in `hoursToMatch`, until both have written in the member's first conversation of that kind. */
  hoursToReply: Group,
  /** All photos and voice messages that are stored now. */
  media: z.optional(z.object({ bytes: z.int(), senders: Group })),
})
export type Talks = z.infer<typeof Talks>

/** Admin's part. Cases and moderators are no groups of members, so these numbers are exact. */
export const Workload = z.object({
  at: isoTime,
  /** Reports made in the window, the system's too. */
  reports: z.int(),
  /** Cases and appeals. */
  openCases: z.int(),
  /** Whole hours; null without an open case. */
  oldestCaseHours: z.nullable(z.int()),
  /** Have claimed or decided a case, or noted something about it, in the last seven days. */
  activeModerators: z.int(),
})
export type Workload = z.infer<typeof Workload>

/** The numbers of a community. A part is null before its first count, and while its service is away. */
export const Dashboard = z.extend(DashboardWindow, {
  signUps: z.nullable(SignUps),
  meetings: z.nullable(Meetings),
  talks: z.nullable(Talks),
  workload: z.nullable(Workload),
  /** When the last `npm run backup` was complete. Null: the product knows of none, for example because it may not write. */
  backup: z.nullable(z.object({ at: isoTime })),
})
export type Dashboard = z.infer<typeof Dashboard>
