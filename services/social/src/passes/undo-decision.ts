import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { ResponseOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { undoLast } from '@zing/proto/http/discovery'
import { LIKE_UNDO_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import { isLikeRead, withdrawLikeNotification } from '../notifications/like-notification.ts'
import { changeKnownPair } from '../pairs/change-known-pair.ts'
import { changePair } from '../pairs/change-pair.ts'
import { newPair, sidesOf, withNextRev } from '../pairs/pair-rules.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { type Decision, hasUndone, passesSince, withoutDecision } from './pass-rules.ts'

/** The undo tries this many latest decisions of each kind and side. */
const TRIED_MAX = 10

type Undone = ResponseOf<typeof undoLast>

interface FoundDecision extends Decision {
  otherId: number
  pair: Pair
  /** An earlier call has undone it. */
  isUndone: boolean
}

/**
 * Undoes the named decision, or the latest decision that can be undone. A like can be undone while it is new and
 * unread. A decision that an earlier call has undone counts as undone by this call, which undoes nothing further.
 */
export async function undoDecision(ctx: Ctx, userId: number, named?: Undone): Promise<Undone> {
  const [own] = await findProfiles(ctx, [userId])
  const since = passesSince(own?.passesFrom, new Date())
  const decisions = named
    ? await namedDecision(ctx, userId, { named, since })
    : await latestDecisions(ctx, userId, since)
  for (const decision of decisions) {
    if (await undo(ctx, userId, decision)) return { userId: decision.otherId, undone: decision.kind }
  }
  if (named && decisions.length === 0) return named
  throw errors.nothingToUndo()
}

/** False if the like is final, or the pair has changed since. */
async function undo(ctx: Ctx, userId: number, decision: FoundDecision): Promise<boolean> {
  const { kind, otherId, at, isUndone } = decision
  const like = { likerId: userId, likedId: otherId, likedAt: at }
  if (kind === 'like' && !isUndone && (await isLikeRead(ctx, like))) return false

  const last = { isUndone, pair: decision.pair }
  if (!isUndone) {
    last.pair = await changePair(ctx, newPair(userId, otherId, decision.pair.epoch), (pair) => {
      const change = withoutDecision(pair, userId, decision, new Date())
      last.isUndone = change !== null || hasUndone(pair, userId, decision) // by a concurrent call
      return change
    })
  }
  // repeated too: an earlier call may have failed before it
  if (last.isUndone && kind === 'like') await withdrawLikeNotification(ctx, last.pair, userId)
  return last.isUndone
}

/** Empty if the caller has not made this decision, or another call has undone it. 409 for a like that is too old. */
async function namedDecision(
  ctx: Ctx,
  userId: number,
  { named: { userId: otherId, undone }, since }: { named: Undone; since: Date },
): Promise<FoundDecision[]> {
  const decisionsOf = (pair: Pair) => decisionsIn(pair, userId, since).filter((one) => one.kind === undone)
  const { pair } = await changeKnownPair(ctx, { userId, otherId }, (pair) =>
    decisionsOf(pair).some(({ isUndone }) => !isUndone) ? null : withNextRev(pair),
  )
  const decisions = decisionsOf(pair)
  const isNew = ({ at }: Decision) => at.getTime() > Date.now() - LIKE_UNDO_MS
  const isFinal = (decision: FoundDecision) => undone === 'like' && !decision.isUndone && !isNew(decision)
  if (decisions.some(isFinal)) throw errors.nothingToUndo()
  return decisions
}

async function latestDecisions(ctx: Ctx, userId: number, since: Date): Promise<FoundDecision[]> {
  const newLike = { $gt: new Date(Date.now() - LIKE_UNDO_MS) }
  const counting = { $gt: since }
  const open = { matchedAt: null, blocked: false, ...ofCurrentEpoch(ctx) }
  const latest = (filter: Record<string, unknown>, time: keyof Pair) =>
    ctx.models.Pair.find({ ...filter, ...open }, { outbox: 0 })
      .sort({ [time]: -1 })
      .limit(TRIED_MAX)
      .lean()
  const decided = await Promise.all([
    latest({ 'members.0': userId, loLikedAt: newLike }, 'loLikedAt'),
    latest({ 'members.1': userId, hiLikedAt: newLike }, 'hiLikedAt'),
    latest({ 'members.0': userId, loPassedAt: counting }, 'loPassedAt'),
    latest({ 'members.1': userId, hiPassedAt: counting }, 'hiPassedAt'),
  ])
  // read after the others, so that a decision undone by a concurrent call is not missed for an earlier one
  const undone = await Promise.all([
    latest({ 'members.0': userId, loUndoneAt: counting }, 'loUndoneAt'),
    latest({ 'members.1': userId, hiUndoneAt: counting }, 'hiUndoneAt'),
  ])
  const pairs = new Map([...decided, ...undone].flat().map((pair) => [pair._id, pair]))
  const isOpen = ({ kind, isUndone, at }: FoundDecision) => kind === 'pass' || isUndone || at > newLike.$gt
  return [...pairs.values()]
    .flatMap((pair) => decisionsIn(pair, userId, since))
    .filter(isOpen)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** The decision of a user about the other, or else the last undone decision. Passes count from `since` on. */
function decisionsIn(pair: Pair, userId: number, since: Date): FoundDecision[] {
  const sides = sidesOf(pair, userId)
  const { otherId } = sides
  const decision = (kind: Decision['kind'], at: Date, isUndone = false) => ({ kind, at, otherId, pair, isUndone })
  const [likedAt, passedAt] = [pair[sides.mine], pair[sides.passed]]
  if (likedAt) return [decision('like', likedAt)]
  if (passedAt && passedAt > since) return [decision('pass', passedAt)]
  const [undone, undoneAt] = [pair[sides.undone], pair[sides.undoneAt]]
  return undone && undoneAt && undoneAt > since ? [decision(undone, undoneAt, true)] : []
}
