import { z } from 'zod/mini'
import { AssignedRole, Role, UserRole } from '../../accounts/roles.ts'
import { DashboardWindow, SignUps } from '../../community/dashboard.ts'
import { isoTime } from '../../fields.ts'
import { EvidenceProfile } from '../../moderation/evidence.ts'
import { Recognition } from '../../moderation/recognition.ts'
import { ReplicatedProfile } from '../../profiles/users.ts'
import { type RpcResult, rpc } from './contract.ts'
import { pageOf, pageRequest } from './pages.ts'

const userId = z.int()

/** Larger requests would delay the requests behind them. */
export const SESSIONS_PER_REQUEST = 100
/**
 * The session ids that are still valid. The gateway checks sessions in use, chat the sessions of its open sockets.
 * `roles` lists the sessions whose users have a role.
 */
export const getActiveSessions = rpc(
  'rpc.auth.session',
  ['gateway', 'social', 'chat'],
  z.object({
    sessions: z.array(z.object({ sid: z.string(), userId })).check(z.maxLength(SESSIONS_PER_REQUEST)),
    /** Requests `shown` in the result. */
    withShown: z.exactOptional(z.boolean()),
    /** The sessions are idle, so auth records no use. */
    isIdle: z.exactOptional(z.boolean()),
    /** The caller knows `pending`. Otherwise sessions of pending and refused users count as ended. */
    withPending: z.exactOptional(z.boolean()),
  }),
  z.object({
    sids: z.array(z.string()),
    /** Sessions of users who are pending or refused, if `withPending`. */
    pending: z.exactOptional(z.array(z.string())),
    /** Sessions of users who let matches see that they are online, if `withShown`. */
    shown: z.exactOptional(z.array(z.string())),
    roles: z.array(z.object({ sid: z.string(), role: z.string() })),
  }),
)
export type ActiveSessions = RpcResult<typeof getActiveSessions>

/** All members: accounts that are neither pending nor refused. */
export const countUsers = rpc('rpc.auth.count', ['admin'], z.object({}), z.object({ users: z.int() }))

/** The username as registered, for ADMIN_USERNAMES; null for an unknown user. */
export const getUsername = rpc(
  'rpc.auth.username',
  ['admin'],
  z.object({ userId }),
  z.object({ username: z.nullable(z.string()) }),
)

export const USERS_PER_REQUEST = 500
/** Names of these users for moderators. Deleted users are missing. */
export const getUserNames = rpc(
  'rpc.auth.names',
  ['admin'],
  z.object({ userIds: z.array(userId).check(z.maxLength(USERS_PER_REQUEST)) }),
  z.array(
    z.object({
      id: userId,
      name: z.string(),
      username: z.string(),
      role: z.exactOptional(Role),
      createdAt: isoTime,
    }),
  ),
)

/** The users with a role other than member, or the user with a username. */
export const getUserRoles = rpc(
  'rpc.auth.roles',
  ['admin'],
  z.object({ username: z.exactOptional(z.string()) }),
  z.array(UserRole),
)
/** Grants or withdraws a role; null for an unknown user. Idempotent. */
export const setUserRole = rpc(
  'rpc.auth.set-role',
  ['admin'],
  z.object({ userId, role: AssignedRole }),
  z.nullable(UserRole),
)

/** The account and profile of a reported user; null for an unknown user. */
export const getProfileEvidence = rpc(
  'rpc.auth.evidence',
  ['admin'],
  z.object({ userId }),
  z.nullable(
    z.object({
      profile: EvidenceProfile,
      /** Version of the selfie; 0 without one. */
      photoVersion: z.int(),
      /** Versions of the other photos. */
      photoVersions: z.array(z.int()),
      recognition: Recognition,
    }),
  ),
)
/** Bytes of a photo that one response carries: base64 of it stays below the largest message of NATS. */
export const PHOTO_PART_BYTES = 512 * 1024
/** A part of a photo from `offset` on, in base64. Null if the profile no longer shows the photo. */
export const getPhotoPart = rpc(
  'rpc.auth.photo',
  ['admin'],
  z.object({ userId, version: z.int(), offset: z.int() }),
  z.nullable(z.object({ part: z.string(), totalBytes: z.int() })),
)
/**
 * True if a decision has removed a photo or text that an undo can restore. For social, which may have missed the event.
 */
export const getRemoval = rpc(
  'rpc.auth.removal',
  ['social'],
  z.object({ userId, decisionId: z.int() }),
  z.object({ isRemoved: z.boolean() }),
)
/** The suspension or ban that an appeal token belongs to; null for an unknown token or a lifted decision. */
export const getAppellant = rpc(
  'rpc.auth.appellant',
  ['admin'],
  z.object({ token: z.string() }),
  z.nullable(z.object({ userId, decisionId: z.int() })),
)

/** `epoch` is the row's reset generation at its owner. A replica stores it. */
const RevisedProfile = z.object({ profile: ReplicatedProfile, rev: z.int(), epoch: z.int() })
export type RevisedProfile = z.infer<typeof RevisedProfile>
/**
 * Fills a gap in social's replica just after a registration. Chat, which has no replica, checks whether a user exists.
 * Null for an unknown user, and for a pending or refused one.
 */
export const getReplicatedProfile = rpc(
  'rpc.auth.profile',
  ['social', 'chat'],
  z.object({ userId }),
  z.nullable(RevisedProfile),
)

/** A profile may have 6 kB; a NATS message may have 1 MB. */
export const PROFILES_PER_PAGE = 100
export const getProfilePage = rpc('rpc.auth.profiles', ['social'], pageRequest, pageOf(RevisedProfile))

const DeletedUser = z.object({ userId, epoch: z.int() })
export type DeletedUser = z.infer<typeof DeletedUser>
/** The deleted accounts, for services that hold users' data and may have missed a deletion. */
export const getDeletedUserPage = rpc(
  'rpc.auth.deleted-users',
  ['social', 'chat', 'admin'],
  pageRequest,
  pageOf(DeletedUser),
)

/** True while the session may make sensitive calls: its user has given the password or a passkey lately. */
export const getConfirmed = rpc(
  'rpc.auth.confirmed',
  ['admin'],
  z.object({ sid: z.string(), userId }),
  z.object({ isConfirmed: z.boolean() }),
)

/** Deletes an account for an operator. False if the account does not exist or was deleted before. */
export const deleteUser = rpc(
  'rpc.auth.delete-user',
  ['admin'],
  z.object({ userId }),
  z.object({ isDeleted: z.boolean() }),
)

/**
 * Auth's part of the dashboard; null before the first count. `window` may be wider than the asked one. Two of them never
 * differ by fewer than GROUP_MIN members.
 */
export const getSignUps = rpc(
  'rpc.auth.dashboard',
  ['admin'],
  DashboardWindow,
  z.nullable(z.extend(SignUps, { window: DashboardWindow })),
)

/** Facts for the fallback of the door: sign-ups of the last sixty minutes, the usual ones, and the queue. */
export const getDoorFacts = rpc(
  'rpc.auth.door',
  ['admin'],
  z.object({}),
  z.object({ lastHour: z.int(), usual: z.number(), oldestApplicationDueAt: z.nullable(isoTime) }),
)

export const REGISTRATIONS_PER_PAGE = 1_000
/** A count in the background waits longer for a page than a user does: it would have to begin again. */
export const REGISTRATIONS_WAIT_MS = 10_000
/** When each member has registered, in ms since 1970; active accounts only. Social and chat count their members by it. */
export const getRegistrationPage = rpc(
  'rpc.auth.registrations',
  ['social', 'chat'],
  pageRequest,
  pageOf(z.object({ userId, at: z.int() })),
)
