import { randomBytes } from 'node:crypto'
import { event, toOutboxEntries } from '@zing/kit/nats/outbox'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { LOGIN_CONFIRMS_MS } from '@zing/proto/limits'
import { deviceAdded } from '@zing/proto/nats/events'
import { copyRoleToSessions } from '../accounts/roles.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { requireNotSuspended, restrictionOf } from '../moderation/suspension.ts'
import { describeBrowser, USER_AGENT_MAX } from './describe-browser.ts'
import { sessionExpiry } from './session-expiry.ts'
import { endOldSessions } from './sessions.ts'

const SID_BYTES = 16
const READ_AGAIN = { role: 1, restrictions: 1 } as const

interface Browser {
  userAgent?: string | undefined
  /** The browser has never signed in to the account: the user's other devices are notified. */
  isNewDevice?: boolean
  /** The user has just given the password or a passkey, so that sensitive calls ask for neither during LOGIN_CONFIRMS_MS. */
  isConfirmed?: boolean
}

/**
 * Creates a session with a new id (SEC-14) and the user's epoch, so that a reset invalidates it too (SEC-17). Keeps the
 * user's newest SESSIONS_PER_USER sessions. Reads the user again after storing the session, since a change may have
 * ended all other sessions meanwhile. 401 if the password has changed since it was verified, 403 if the user is
 * suspended.
 */
export async function openSession(
  ctx: Ctx,
  { _id: userId, epoch, passwordHash, role }: Pick<UserDocument, '_id' | 'epoch' | 'passwordHash' | 'role'>,
  { userAgent: sent = '', isNewDevice = false, isConfirmed = false }: Browser = {},
): Promise<string> {
  const sid = randomBytes(SID_BYTES).toString('hex')
  const createdAt = new Date()
  const userAgent = sent.slice(0, USER_AGENT_MAX)
  ensureInTime()
  await ctx.models.Session.create({
    _id: sid,
    userId,
    userAgent,
    createdAt,
    ...(isConfirmed && { confirmedUntil: new Date(createdAt.getTime() + LOGIN_CONFIRMS_MS) }),
    expiresAt: sessionExpiry(ctx.sessionLifetime, { createdAt, usedAt: createdAt }),
    ...(role && { role }),
    epoch,
  })
  const own = { _id: userId, passwordHash }
  const device = { userId, userAgent, epoch }
  const announced = isNewDevice
    ? await announceDevice(ctx, device, { ...own, 'restrictions.0': { $exists: false } })
    : null
  const now = announced ?? (await ctx.models.User.findOne(own, READ_AGAIN).lean())
  if (!now || restrictionOf(now, createdAt)) await ctx.models.Session.deleteOne({ _id: sid, userId })
  if (!now) throw errors.wrongCredentials()
  requireNotSuspended(ctx, now, createdAt)
  if (now.role !== role) await copyRoleToSessions(ctx, userId, now.role ?? 'member')
  if (isNewDevice && !announced) await announceDevice(ctx, device, own) // the account's suspension is over
  await endOldSessions(ctx, userId, sid)
  return ctx.tokens.sign(userId, sid)
}

/**
 * Stores the event with the account, so that ending the new session at once does not remove it. Returns the account. If
 * the filter does not match, returns null and stores no event.
 */
async function announceDevice(
  { models, relay }: Ctx,
  { userId, userAgent, epoch }: { userId: number; userAgent: string; epoch: number },
  filter: Record<string, unknown>,
) {
  const outbox = toOutboxEntries([event(deviceAdded, { userId, ...describeBrowser(userAgent) })], { rev: 1, epoch })
  const $push = { outbox: { $each: outbox } }
  const account = await models.User.findOneAndUpdate(filter, { $push }, { projection: READ_AGAIN }).lean()
  if (account) relay.wake(models.User)
  return account
}
