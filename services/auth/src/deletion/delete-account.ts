import type { Identity } from '@zing/kit/http/internal-token'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { userDeleted } from '@zing/proto/nats/events'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import { requireConfirmed } from '../credentials/confirm-password.ts'
import { bucketsOf } from '../login-throttle/buckets.ts'
import type { UserDocument } from '../models/user.ts'
import { keepBanRecordsOf } from '../moderation/ban-records.ts'
import { eraseAccount } from './erase-account.ts'

type Account = Pick<UserDocument, '_id' | 'usernameKey' | 'rev' | 'epoch' | 'restrictions'>

/** Deletes the account of the caller, who has confirmed it. Returns the ids of its sessions. */
export async function deleteAccount(ctx: Ctx, caller: Identity): Promise<string[]> {
  await requireConfirmed(ctx, caller)
  const user = await getUser(ctx, caller.userId)
  ensureInTime()
  return commitDeletion(ctx, user, 'own wish')
}

/** Deletes an account for an operator. Returns false if the account does not exist. */
export async function deleteUser(ctx: Ctx, userId: number): Promise<boolean> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  if (user) await commitDeletion(ctx, user, 'operator')
  return user !== null
}

/**
 * Commits the deletion by storing the tombstone with its event: from then on every service completes it, whatever
 * fails. The steps after it erase the data here at once. The ban records come first, so that a deletion does not evade
 * a ban.
 */
export async function commitDeletion(ctx: Ctx, user: Account, reason: 'own wish' | 'operator'): Promise<string[]> {
  await keepBanRecordsOf(ctx, user)
  const isNew = await storeTombstone(ctx, user)
  ctx.relay.wake(ctx.models.Tombstone)
  if (isNew) logSecurityEvent(ctx.log, 'user_deleted', { userId: user._id, reason })
  const ended = await eraseAccount(ctx, user._id)
  await forgetFailures(ctx, user)
  ctx.erasureSweep.soon()
  return ended
}

/** Returns false if an earlier request stored it and its result was lost. */
async function storeTombstone(ctx: Ctx, { _id, usernameKey, rev, epoch }: Account): Promise<boolean> {
  const outbox = toOutboxEntries([event(userDeleted, { userId: _id })], { rev: rev + 1, epoch })
  const usernameHash = ctx.usernameHash(usernameKey)
  try {
    await ctx.models.Tombstone.create({ _id, at: new Date(), usernameHash, needsSweep: true, epoch, outbox })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** Redis would expire the failures anyway, but later. */
async function forgetFailures({ loginThrottle }: Ctx, user: Account): Promise<void> {
  for (const bucket of bucketsOf(user)) await loginThrottle.reset(bucket)
}
