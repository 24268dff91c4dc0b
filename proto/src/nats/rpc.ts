import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { ReplicatedProfile } from '../users.ts'
import type { ProcessName } from './processes.ts'

/** One service asks another and waits, at most RPC_TIMEOUT_MS. */
export const RPC_TIMEOUT_MS = 1_000

export interface RpcContract<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  /** `rpc.<who answers>.<what>` */
  subject: string
  callers: readonly ProcessName[]
  input: Input
  answer: Answer
}
export type RpcInput<Q> = Q extends RpcContract<infer I, infer _A> ? z.output<I> : never
export type RpcResult<Q> = Q extends RpcContract<infer _I, infer A> ? z.output<A> : never

function rpc<I extends z.ZodMiniType, A extends z.ZodMiniType>(
  subject: `rpc.${ProcessName}.${string}`,
  callers: readonly ProcessName[],
  input: I,
  answer: A,
): RpcContract<I, A> {
  return { subject, callers, input, answer }
}

const userId = z.int()
const nothing = z.object({})

/** More in one question would make the others wait too long. */
export const SESSIONS_PER_REQUEST = 100
/** Which of these sessions are still live? The gateway asks about who is active, chat about all of its sockets. */
export const getLiveSessions = rpc(
  'rpc.auth.session',
  ['gateway', 'chat'],
  z.object({
    sessions: z.array(z.object({ sid: z.string(), userId })).check(z.maxLength(SESSIONS_PER_REQUEST)),
  }),
  z.object({ sids: z.array(z.string()) }),
)
export const countUsers = rpc('rpc.auth.count', ['admin'], nothing, z.object({ users: z.int() }))
export const countLikes = rpc('rpc.social.count', ['admin'], nothing, z.object({ matches: z.int(), likes: z.int() }))

/** Admin may be for some people only; the name as its owner typed it. Null: there is nobody. */
export const getUsername = rpc(
  'rpc.auth.username',
  ['admin'],
  z.object({ userId }),
  z.object({ username: z.nullable(z.string()) }),
)

const RevisedProfile = z.object({ profile: ReplicatedProfile, rev: z.int() })
/** Social fills a gap in its copy: somebody who registered a moment ago. Null: there is nobody. */
export const getReplicatedProfile = rpc(
  'rpc.auth.profile',
  ['social'],
  z.object({ userId }),
  z.nullable(RevisedProfile),
)

const PairState = z.object({
  userIds: z.tuple([userId, userId]),
  matchedAt: z.nullable(isoTime),
  rev: z.int(),
  /** Of the pair, so that an answer from before a reset brings nothing back. */
  epoch: z.int(),
})
/** Chat fills a gap in its copy: a match of a moment ago. Null: the two have nothing to do with each other. */
export const getPair = rpc(
  'rpc.social.pair',
  ['chat'],
  z.object({ userIds: z.tuple([userId, userId]) }),
  z.nullable(PairState),
)

/** Copies heal: the owner's truth, page by page in key order, from after `after` (empty: from the start). */
const page = z.object({ after: z.string() })
function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), next: z.nullable(z.string()) })
}
export const PAGE_SIZE = 500
export const getProfilePage = rpc('rpc.auth.profiles', ['social'], page, pageOf(RevisedProfile))
export const getPairPage = rpc('rpc.social.pairs', ['chat'], page, pageOf(PairState))
export const getBlockPage = rpc(
  'rpc.chat.blocks',
  ['auth', 'social'],
  page,
  pageOf(z.object({ blockerId: userId, blockedId: userId })),
)

/** The services that hold something of people. */
export const RESETTABLE = ['auth', 'social', 'chat'] as const

/** Deletes everything older than the epoch and remembers it; answered when that is done. Idempotent. */
export function resetOf(service: (typeof RESETTABLE)[number]) {
  return rpc(`rpc.${service}.reset`, ['admin'], z.object({ epoch: z.int() }), z.object({ epoch: z.int() }))
}
