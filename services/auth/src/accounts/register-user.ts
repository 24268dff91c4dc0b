import { newKey } from '@zing/blobs/key'
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
import { doorFields } from '../door/door-fields.ts'
import { enter } from '../door/enter.ts'
import { type Door, findDoor, requireAdmitted, requireComplete } from '../door/find-door.ts'
import { knownSettings } from '../door/known-settings.ts'
import { pay } from '../door/pay.ts'
import { countSignUp } from '../door/sign-ups.ts'
import type { UserDocument } from '../models/user.ts'
import { forgetMatches, noteBannedUsername } from '../moderation/ban-matches.ts'
import { photoQueue } from '../photos/photo-queue.ts'
import { deletePhoto, storePhoto } from '../photos/photos.ts'
import { toJpegs } from '../photos/to-jpegs.ts'
import { requireNoLinks } from './require-no-links.ts'
import { toAnnouncedProfile } from './to-user.ts'
import { isUsernameTaken, releaseUsername, usernameKeyOf } from './usernames.ts'

type Details = BodyOf<typeof contract>

/** Registers a user if the door admits them. A fault of the form spends no proof. */
export async function registerUser(ctx: Ctx, details: Details): Promise<UserDocument> {
  const { username, password, proof } = details
  requireNoLinks(details)
  requireUncommonPassword(ctx, password, usernameKeyOf(username))
  const door = await findDoor(ctx, details.invitation)
  const place = requireComplete(door, details)
  const user = await pay(ctx, { price: door.price, text: proof }, async (isPaid) => {
    await requireAdmitted(ctx, door, details, isPaid)
    return createAccount(ctx, details, door, place ? { place } : {})
  })
  await countSignUp(ctx, user.epoch)
  return user
}

/**
 * Registers a community's first keeper, whatever the door says. The keeper has accepted `termsVersion`, which this
 * process may not have heard of.
 */
export async function registerKeeper(ctx: Ctx, details: Details, termsVersion: number): Promise<UserDocument> {
  requireNoLinks(details)
  requireUncommonPassword(ctx, details.password, usernameKeyOf(details.username))
  const known = await knownSettings(ctx)
  const settings = { ...known, terms: { ...known.terms, version: termsVersion } }
  return createAccount(
    ctx,
    details,
    { settings, decision: 'active', invitation: null, price: 'none', isBusyHour: false },
    { role: 'admin' },
  )
}

/** Creates the account and its event in one insert. Stores the photo first; without an account nobody can read it. */
async function createAccount(
  ctx: Ctx,
  details: Details,
  door: Door,
  more: Pick<UserDocument, 'role' | 'place'>,
): Promise<UserDocument> {
  const { username, password, selfie, isLiveSelfie, name, age, gender, orientation } = details
  if (await isUsernameTaken(ctx, username)) throw errors.usernameTaken() // saves the work; the unique index decides
  const jpegs = selfie && (await photoQueue.run('registration', () => toJpegs(selfie))) // first: a bad photo costs no hash
  const passwordHash = await hashPassword(password)
  const id = await ctx.userIds.next()
  const epoch = await ctx.epoch.refresh() // the reset would delete an account of an older epoch (INV-12)
  const photoFolder = newKey()
  const selfieVersion = jpegs ? await storePhoto(ctx, { _id: id, epoch, photoFolder }, jpegs) : 0

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
    photoFolder,
    ...(isLiveSelfie && { liveVersion: selfieVersion }),
    ...more,
    ...doorFields(door, details),
    createdAt: new Date(),
    rev: 1,
    epoch,
  }
  const outbox = toOutboxEntries(
    isReplicated(user) ? [event(userRegistered, { profile: toAnnouncedProfile(user) })] : [],
    user,
  )
  await noteBannedUsername(ctx, user)
  try {
    await enter(ctx, { door, epoch, isNothingStored: isRefused }, () => {
      ensureInTime()
      return insertUser(ctx, { ...user, outbox })
    })
  } catch (error) {
    // after any other error the account may exist and need its photo
    if (isRefused(error)) await Promise.all([deletePhoto(ctx, id, selfieVersion), forgetMatches(ctx, id)])
    throw isDuplicateKey(error) ? errors.usernameTaken() : error
  }
  ctx.relay.wake(ctx.models.User)
  logSecurityEvent(ctx.log, 'user_created', { userId: id })
  return user
}

function isRefused(error: unknown): boolean {
  return isDuplicateKey(error) || error instanceof AppError
}

async function insertUser(ctx: Ctx, user: UserDocument & { outbox: OutboxEntry[] }): Promise<void> {
  try {
    await ctx.models.User.create(user)
  } catch (error) {
    if (!isDuplicateKey(error) || !(await releaseUsername(ctx, user.usernameKey))) throw error
    await ctx.models.User.create(user)
  }
}
