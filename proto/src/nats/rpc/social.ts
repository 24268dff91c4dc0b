import { z } from 'zod/mini'
import { DashboardWindow, Meetings } from '../../community/dashboard.ts'
import { isoTime } from '../../fields.ts'
import { Notification } from '../../notifications.ts'
import { DiscoveryPreferences } from '../../profiles/discovery.ts'
import { NotificationSettings, PushDevice } from '../../web-push.ts'
import { rpc } from './contract.ts'
import { exportRequest, pageOf, pageRequest } from './pages.ts'

const userId = z.int()

/** All matches and likes. */
export const countLikes = rpc(
  'rpc.social.count',
  ['admin'],
  z.object({}),
  z.object({ matches: z.int(), likes: z.int() }),
)

/** True if a user sees another one, or was their match or blocked them within PAST_MATCH_MS. */
export const getReportable = rpc(
  'rpc.social.reportable',
  ['admin'],
  z.object({ reporterId: userId, userId }),
  z.object({ isReportable: z.boolean() }),
)

/**
 * True if the viewer sees the profile of a user. Auth asks before it shows photos. It states whether the user is hidden
 * or suspended, since social may learn of it later.
 */
export const getVisibility = rpc(
  'rpc.social.visibility',
  ['auth'],
  z.object({ viewerId: userId, userId, hidden: z.boolean(), suspendedUntil: z.nullable(isoTime) }),
  z.object({ isVisible: z.boolean() }),
)

export const RELATED_PER_REQUEST = 200
/** The listed users who are or were a match of the user, or who blocked the user or were blocked. */
export const getRelated = rpc(
  'rpc.social.related',
  ['admin'],
  z.object({ userId, otherIds: z.array(userId).check(z.maxLength(RELATED_PER_REQUEST)) }),
  z.object({ relatedIds: z.array(userId) }),
)

/** Larger requests would delay the requests behind them. */
export const VERSIONS_PER_REQUEST = 100
/** Versions of the users' notification lists, in the order of the request; null for a list that is too long. */
export const getNotificationVersions = rpc(
  'rpc.social.notification-versions',
  ['chat'],
  z.object({ userIds: z.array(userId).check(z.maxLength(VERSIONS_PER_REQUEST)) }),
  z.array(z.nullable(z.string())),
)

const PairState = z.object({
  userIds: z.tuple([userId, userId]),
  matchedAt: z.nullable(isoTime),
  rev: z.int(),
  /** The pair's reset generation. A result from before a reset restores nothing. */
  epoch: z.int(),
})
export type PairState = z.infer<typeof PairState>
/** Fills a gap in chat's replica just after a match. Null for two users without any like. */
export const getPair = rpc(
  'rpc.social.pair',
  ['chat'],
  z.object({ userIds: z.tuple([userId, userId]) }),
  z.nullable(PairState),
)
export const getPairPage = rpc('rpc.social.pairs', ['chat'], pageRequest, pageOf(PairState))

/** The user's likes and matches. Pairs with neither, or with a block, are omitted. */
const ExportedPair = z.object({
  userId,
  /** Null for a user who is unknown to social. */
  name: z.nullable(z.string()),
  likedAt: z.nullable(isoTime),
  matchedAt: z.nullable(isoTime),
})
export type ExportedPair = z.infer<typeof ExportedPair>
export const getExportedPairs = rpc('rpc.social.export-pairs', ['auth'], exportRequest, pageOf(ExportedPair))

/** The users whom the user has passed, even if they are in the feed again. */
const ExportedPass = z.object({
  userId,
  /** Null for a user who is unknown to social. */
  name: z.nullable(z.string()),
  passedAt: isoTime,
})
export type ExportedPass = z.infer<typeof ExportedPass>
export const getExportedPasses = rpc('rpc.social.export-passes', ['auth'], exportRequest, pageOf(ExportedPass))

/** One item: the user's preferences, whether they want alerts, and the day on which they last opened the feed. */
const ExportedDiscovery = z.object({
  preferences: DiscoveryPreferences,
  alerts: z.boolean(),
  activeOn: z.nullable(isoTime),
})
export type ExportedDiscovery = z.infer<typeof ExportedDiscovery>
export const getExportedDiscovery = rpc(
  'rpc.social.export-discovery',
  ['auth'],
  exportRequest,
  pageOf(ExportedDiscovery),
)

/** The notifications that the user can see, in one page. */
export const getExportedNotifications = rpc(
  'rpc.social.export-notifications',
  ['auth'],
  exportRequest,
  pageOf(Notification),
)

/** The user's settings for notifications while the app is closed, with the devices, as one item. */
export const getExportedNotificationSettings = rpc(
  'rpc.social.export-settings',
  ['auth'],
  exportRequest,
  pageOf(z.extend(NotificationSettings, { devices: z.array(PushDevice) })),
)

/** Social's part of the dashboard; null before the first count. */
export const getMeetings = rpc('rpc.social.dashboard', ['admin'], DashboardWindow, z.nullable(Meetings))
