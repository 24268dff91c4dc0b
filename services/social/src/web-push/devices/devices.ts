import type { Identity } from '@zing/kit/http/internal-token'
import { listedSessionId } from '@zing/kit/http/listed-session-id'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { subscribeToPush } from '@zing/proto/http/push'
import { PUSH_DEVICES_MAX } from '@zing/proto/limits'
import type { PushDevice } from '@zing/proto/web-push'
import type { Ctx } from '../../context.ts'
import type { PushDeviceDocument } from '../../models/push-device.ts'
import { findProfiles } from '../../profiles/find-profiles.ts'
import { deviceIdOf, isPointOnCurve, isPushEndpoint } from '../endpoints/push-endpoint.ts'

/** Binds a device to the session of the caller: its notifications end with the session. */
export async function addDevice(
  ctx: Ctx,
  { userId, sid }: Identity,
  { endpoint, keys, language }: BodyOf<typeof subscribeToPush>,
): Promise<{ id: string }> {
  if (!ctx.webPush) throw errors.noWebPush()
  const { vapid, allowLoopback } = ctx.webPush
  if (!isPushEndpoint(endpoint, { allowLoopback }) || !isPointOnCurve(keys.p256dh))
    throw errors.invalidPushSubscription()

  const [user] = await findProfiles(ctx, [userId])
  if (!user) throw errors.userNotFound()
  const id = deviceIdOf(endpoint)
  const bound = {
    userId,
    sid,
    endpoint,
    ...keys,
    vapidPublicKey: vapid.publicKey,
    epoch: user.epoch,
    language: language ?? null,
  }
  const bind = () =>
    ctx.models.PushDevice.updateOne({ _id: id }, { $set: { ...bound, createdAt: new Date() } }, { upsert: true })
  await bind().catch((error: unknown) => {
    if (isDuplicateKey(error)) return bind() // inserted concurrently
    throw error
  })
  await removeOldDevices(ctx, userId)
  return { id }
}

async function removeOldDevices({ models }: Ctx, userId: number): Promise<void> {
  const old = await models.PushDevice.find({ userId }, { _id: 1 })
    .sort({ createdAt: -1 })
    .skip(PUSH_DEVICES_MAX)
    .limit(PUSH_DEVICES_MAX)
    .lean()
  if (old.length > 0) await models.PushDevice.deleteMany({ _id: { $in: old.map(({ _id }) => _id) }, userId })
}

/** Removes only the user's own device: another user may have it by now. */
export async function removeDeviceByEndpoint({ models }: Ctx, userId: number, endpoint: string): Promise<void> {
  await models.PushDevice.deleteOne({ _id: deviceIdOf(endpoint), userId })
}

export async function removeDevice({ models }: Ctx, userId: number, id: string): Promise<void> {
  const { deletedCount } = await models.PushDevice.deleteOne({ _id: id, userId })
  if (deletedCount === 0) throw errors.notFound()
}

/** Ends the notifications of the devices of ended sessions. */
export async function removeDevicesOf({ models }: Ctx, sids: string[]): Promise<void> {
  await models.PushDevice.deleteMany({ sid: { $in: sids } })
}

export function findDevices(ctx: Ctx, userId: number): Promise<PushDeviceDocument[]> {
  return ctx.models.PushDevice.find({ userId, ...ofCurrentEpoch(ctx) })
    .sort({ createdAt: -1 })
    .limit(PUSH_DEVICES_MAX)
    .lean()
}

/** A device for the API, without the endpoint: anyone who knows the endpoint can push to the device. */
export function toPushDevice({ _id, sid, createdAt }: PushDeviceDocument, ownSid: string | null): PushDevice {
  return { id: _id, sessionId: listedSessionId(sid), current: sid === ownSid, createdAt: createdAt.toISOString() }
}
