import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { EVIDENCE_MESSAGES_MAX, REPORT_MESSAGES_MAX } from '../limits.ts'
import { Message } from '../messages.ts'
import { EvidenceMessage, EvidenceProfile, UserRole } from '../moderation.ts'
import { AssignedRole, Role } from '../roles.ts'
import { Notification, ReplicatedProfile } from '../users.ts'
import type { ProcessName } from './processes.ts'

export const RPC_TIMEOUT_MS = 1_000

/** A NATS request with one response. */
export interface RpcContract<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Result extends z.ZodMiniType = z.ZodMiniType,
> {
  /** `rpc.<serving process>.<name>` */
  subject: string
  callers: readonly ProcessName[]
  input: Input
  result: Result
}
export type RpcInput<Q> = Q extends RpcContract<infer I, infer _R> ? z.output<I> : never
export type RpcResult<Q> = Q extends RpcContract<infer _I, infer R> ? z.output<R> : never

function rpc<I extends z.ZodMiniType, R extends z.ZodMiniType>(
  subject: `rpc.${ProcessName}.${string}`,
  callers: readonly ProcessName[],
  input: I,
  result: R,
): RpcContract<I, R> {
  return { subject, callers, input, result }
}

const userId = z.int()
const nothing = z.object({})

/** Larger requests would delay the requests behind them. */
export const SESSIONS_PER_REQUEST = 100
/**
 * The session ids that are still valid. The gateway checks sessions in use, chat those of its open sockets. `roles` are those
 * of the sessions whose user has one; a process of before there were roles sends none.
 */
export const getActiveSessions = rpc(
  'rpc.auth.session',
  ['gateway', 'chat'],
  z.object({
    sessions: z.array(z.object({ sid: z.string(), userId })).check(z.maxLength(SESSIONS_PER_REQUEST)),
  }),
  z.object({
    sids: z.array(z.string()),
    roles: z.exactOptional(z.array(z.object({ sid: z.string(), role: z.string() }))),
  }),
)
export type ActiveSessions = RpcResult<typeof getActiveSessions>
export const countUsers = rpc('rpc.auth.count', ['admin'], nothing, z.object({ users: z.int() }))
export const countLikes = rpc('rpc.social.count', ['admin'], nothing, z.object({ matches: z.int(), likes: z.int() }))

/** The username as registered, for ADMIN_USERNAMES; null for an unknown user. */
export const getUsername = rpc(
  'rpc.auth.username',
  ['admin'],
  z.object({ userId }),
  z.object({ username: z.nullable(z.string()) }),
)

export const USERS_PER_REQUEST = 500
/** Names of these users for moderators; users that are gone are missing. */
export const getUserNames = rpc(
  'rpc.auth.names',
  ['admin'],
  z.object({ userIds: z.array(userId).check(z.maxLength(USERS_PER_REQUEST)) }),
  z.array(z.object({ id: userId, name: z.string(), username: z.string(), role: z.exactOptional(Role) })),
)

/** The users with a role other than member, or the one of a username. */
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
  z.nullable(z.object({ profile: EvidenceProfile, /** 0 without a photo. */ photoVersion: z.int() })),
)
/** Bytes of a photo that one response carries: base64 of it stays below the largest message of NATS. */
export const PHOTO_PART_BYTES = 512 * 1024
/** A part of a photo, in base64, from `offset` on; null if the user shows another photo by now. */
export const getPhotoPart = rpc(
  'rpc.auth.photo',
  ['admin'],
  z.object({ userId, version: z.int(), offset: z.int() }),
  z.nullable(z.object({ part: z.string(), totalBytes: z.int() })),
)
/** The suspension or ban that an appeal token belongs to; null for an unknown token and for one that has been lifted. */
export const getAppellant = rpc(
  'rpc.auth.appellant',
  ['admin'],
  z.object({ token: z.string() }),
  z.nullable(z.object({ userId, decisionId: z.int() })),
)

/** True if a user sees another one, or saw them within PAST_MATCH_MS. */
export const getReportable = rpc(
  'rpc.social.reportable',
  ['admin'],
  z.object({ reporterId: userId, userId }),
  z.object({ isReportable: z.boolean() }),
)

/**
 * Messages of the conversation of two users, at most EVIDENCE_MESSAGES_MAX, around the marked ones, also after an unmatch or
 * block. 400 if a marked one is not of this conversation.
 */
export const getMessageEvidence = rpc(
  'rpc.chat.evidence',
  ['admin'],
  z.object({
    userIds: z.tuple([userId, userId]),
    marked: z.array(z.int()).check(z.maxLength(REPORT_MESSAGES_MAX)),
  }),
  z.object({ messages: z.array(EvidenceMessage).check(z.maxLength(EVIDENCE_MESSAGES_MAX)) }),
)
/** Blocks a user in the name of a reporter, like `blockUser`. Idempotent. */
export const blockForReporter = rpc(
  'rpc.chat.block',
  ['admin'],
  z.object({ blockerId: userId, blockedId: userId }),
  nothing,
)

/** The reset generation of the row at its owner: a replica stores this one. 0 from a process of version 0.1.0. */
const epochOfRow = z._default(z.int(), 0)

const RevisedProfile = z.object({ profile: ReplicatedProfile, rev: z.int(), epoch: epochOfRow })
export type RevisedProfile = z.infer<typeof RevisedProfile>
/**
 * Fills a gap in social's replica after a registration of a moment ago, and tells chat, which has no replica, whether a
 * user exists; null for an unknown user.
 */
export const getReplicatedProfile = rpc(
  'rpc.auth.profile',
  ['social', 'chat'],
  z.object({ userId }),
  z.nullable(RevisedProfile),
)

const PairState = z.object({
  userIds: z.tuple([userId, userId]),
  matchedAt: z.nullable(isoTime),
  rev: z.int(),
  /** The pair's reset generation: a result from before a reset restores nothing. */
  epoch: z.int(),
})
export type PairState = z.infer<typeof PairState>
/** Fills a gap in chat's replica after a match of a moment ago; null for two users without any like. */
export const getPair = rpc(
  'rpc.social.pair',
  ['chat'],
  z.object({ userIds: z.tuple([userId, userId]) }),
  z.nullable(PairState),
)

/**
 * Pages of an owner's data in key order, for the services that hold a replica. A page covers the keys after `after`
 * (empty: from the start) up to and including `next`; without `next` it covers the rest.
 */
const pageRequest = z.object({ after: z.string() })
function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) })
}
export type PageContract = RpcContract<typeof pageRequest, ReturnType<typeof pageOf<z.ZodMiniType>>>
export type PageItem<C extends PageContract> = RpcResult<C>['items'][number]
export const PAGE_SIZE = 500

export const getProfilePage = rpc('rpc.auth.profiles', ['social'], pageRequest, pageOf(RevisedProfile))
export const getPairPage = rpc('rpc.social.pairs', ['chat'], pageRequest, pageOf(PairState))
/** Keyed by conversation; a conversation has one or two blocks. */
export const getBlockPage = rpc(
  'rpc.chat.blocks',
  ['auth', 'social'],
  pageRequest,
  pageOf(z.object({ blockerId: userId, blockedId: userId, epoch: epochOfRow })),
)

/** Pages of what one user has, for the copy of the user's own data; `after` and `next` as in `pageRequest`. */
const exportRequest = z.object({ userId, after: z.string() })
export type ExportContract = RpcContract<typeof exportRequest, ReturnType<typeof pageOf<z.ZodMiniType>>>

/** Whom the user has liked and is matched with; pairs with neither, or with a block, are left out. */
const ExportedPair = z.object({
  userId,
  /** Null for a user whom social does not know any more. */
  name: z.nullable(z.string()),
  likedAt: z.nullable(isoTime),
  matchedAt: z.nullable(isoTime),
})
export type ExportedPair = z.infer<typeof ExportedPair>
export const getExportedPairs = rpc('rpc.social.export-pairs', ['auth'], exportRequest, pageOf(ExportedPair))

/** The notifications that the user can see, in one page. */
export const getExportedNotifications = rpc(
  'rpc.social.export-notifications',
  ['auth'],
  exportRequest,
  pageOf(Notification),
)

/** A message may have 8 kB; a NATS message may have 1 MB. */
export const EXPORTED_MESSAGES_PER_PAGE = 100
const ExportedMessage = z.object({ partnerId: userId, message: Message })
export type ExportedMessage = z.infer<typeof ExportedMessage>
/** The messages of the user's conversations; of one that has ended, the user's own. A page may be empty before the end. */
export const getExportedMessages = rpc('rpc.chat.export-messages', ['auth'], exportRequest, pageOf(ExportedMessage))

/** The users whom the user has blocked. */
export const getExportedBlocks = rpc('rpc.chat.export-blocks', ['auth'], exportRequest, pageOf(z.object({ userId })))
const DeletedUser = z.object({ userId, epoch: z.int() })
export type DeletedUser = z.infer<typeof DeletedUser>
/** The deleted accounts, for the services that hold data of users and may have missed a deletion. */
export const getDeletedUserPage = rpc(
  'rpc.auth.deleted-users',
  ['social', 'chat', 'admin'],
  pageRequest,
  pageOf(DeletedUser),
)

/** Deletes an account on behalf of an operator; false if there is no such account, which includes a deleted one. */
export const deleteUser = rpc(
  'rpc.auth.delete-user',
  ['admin'],
  z.object({ userId }),
  z.object({ isDeleted: z.boolean() }),
)

/** The services that hold data of users. */
export const RESETTABLE = ['auth', 'social', 'chat'] as const

/** Raises the service's epoch and deletes everything older; responds when that is done. Idempotent. */
export function resetOf(service: (typeof RESETTABLE)[number]) {
  return rpc(`rpc.${service}.reset`, ['admin'], z.object({ epoch: z.int() }), z.object({ epoch: z.int() }))
}

/** The services that consume events, and keep those that they could not handle as dead letters. */
export const EVENT_CONSUMERS = ['auth', 'social', 'chat'] as const
export type EventConsumer = (typeof EVENT_CONSUMERS)[number]

/** The oldest dead letters of a service, and how many there are. */
export function listDeadLettersOf(service: EventConsumer) {
  const deadLetter = z.object({ subject: z.string(), reason: z.string(), at: isoTime })
  return rpc(
    `rpc.${service}.dead-letters`,
    ['admin'],
    nothing,
    z.object({ deadLetters: z.array(deadLetter), total: z.int() }),
  )
}

/** Handles the oldest dead letters of a service again; the result counts those that succeeded and failed. */
export function replayDeadLettersOf(service: EventConsumer) {
  return rpc(`rpc.${service}.replay`, ['admin'], nothing, z.object({ replayed: z.int(), failed: z.int() }))
}

/** The RPCs that several services serve alike, each under a subject of its own. */
export function perServiceRpcs(): RpcContract[] {
  return [
    ...RESETTABLE.map(resetOf),
    ...EVENT_CONSUMERS.map(listDeadLettersOf),
    ...EVENT_CONSUMERS.map(replayDeadLettersOf),
  ]
}
