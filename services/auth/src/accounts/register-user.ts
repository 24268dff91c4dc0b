import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { event, type OutboxEntry, toOutboxEntries } from '@zing/kit/nats/outbox'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import type { BodyOf } from '@zing/proto/endpoint'
import { AppError, errors } from '@zing/proto/errors'
import type { registerUser as contract } from '@zing/proto/http/auth'
import { userRegistered } from '@zing/proto/nats/events'
import { isReplicated } from '../applications/status.ts'
import type { Ctx } from '../context.ts'
import { requireUncommonPassword } from '../credentials/common-passwords.ts'
import { hashPassword } from '../credentials/passwords.ts'
import type { UserDocument } from '../models/user.ts'
import { forgetMatches, noteBannedUsername } from '../moderation/ban-matches.ts'
import { photoQueue } from '../photos/photo-queue.ts'
import { deletePhoto, storePhoto } from '../photos/photos.ts'
import { toJpegs } from '../photos/to-jpegs.ts'
import { requireNoLinks } from './require-no-links.ts'
import { toProfile } from './to-user.ts'
import { isUsernameTaken, releaseUsername, usernameKeyOf } from './usernames.ts'

/** Creates the account and its event in one insert. Stores the photo first; without an account nobody can read it. */
export async function registerUser(
  ctx: Ctx,
  details: BodyOf<typeof contract>,
  { role }: { role?: 'admin' } = {},
): Promise<UserDocument> {
  const { username, password, selfie, isLiveSelfie, name, age, gender, orientation } = details
  requireNoLinks(details)
  requireUncommonPassword(password, usernameKeyOf(username))
  if (await isUsernameTaken(ctx, username)) throw errors.usernameTaken() // saves the work; the unique index decides
  const jpegs = selfie && (await photoQueue.run('registration', () => toJpegs(selfie))) // first: a bad photo costs no hash
  const passwordHash = await hashPassword(password)
  const id = await ctx.userIds.next()
  const epoch = await ctx.epoch.refresh() // the reset would delete an account of an older epoch (INV-12)
  const selfieVersion = jpegs ? await storePhoto(ctx, { _id: id, epoch }, jpegs) : 0

  const user: UserDocument = {
    _id: id,
    username,
    usernameKey: usernameKeyOf(username),
    passwordHash,
    name,
    age,
    gender,
    orientation,
    selfieVersion,
    ...(isLiveSelfie && { liveVersion: selfieVersion }),
    ...(role && { role }),
    createdAt: new Date(),
    rev: 1,
    epoch,
  }
  const outbox = toOutboxEntries(isReplicated(user) ? [event(userRegistered, { profile: toProfile(user) })] : [], user)
  await noteBannedUsername(ctx, user)
  try {
    ensureInTime()
    await insertUser(ctx, { ...user, outbox })
  } catch (error) {
    const isTaken = isDuplicateKey(error)
    // after any other error the account may exist and need its photo
    if (isTaken || error instanceof AppError)
      await Promise.all([deletePhoto(ctx, selfieVersion), forgetMatches(ctx, id)])
    throw isTaken ? errors.usernameTaken() : error
  }
  ctx.relay.wake(ctx.models.User)
  logSecurityEvent(ctx.log, 'user_created', { userId: id })
  return user
}

async function insertUser(ctx: Ctx, user: UserDocument & { outbox: OutboxEntry[] }): Promise<void> {
  try {
    await ctx.models.User.create(user)
  } catch (error) {
    if (!isDuplicateKey(error) || !(await releaseUsername(ctx, user.usernameKey))) throw error
    await ctx.models.User.create(user)
  }
}
