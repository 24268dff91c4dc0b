import type { Identity } from '@zing/kit/http/internal-token'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import type { NotificationSettings, PushDevice } from '@zing/proto/web-push'
import type { Ctx } from '../../context.ts'
import { findProfiles } from '../../profiles/find-profiles.ts'
import { findDevices, toPushDevice } from './devices.ts'
import { settingsOf } from './settings.ts'

type SettingsAndDevices = NotificationSettings & { devices: PushDevice[] }

export async function readSettings(ctx: Ctx, userId: number): Promise<NotificationSettings> {
  return settingsOf(await ctx.models.NotificationSettings.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }).lean())
}

/** `sid` is null without a session, as in the copy of the user's data. */
export async function getNotificationSettings(
  ctx: Ctx,
  { userId, sid }: { userId: number; sid: string | null },
): Promise<SettingsAndDevices> {
  const [settings, devices] = await Promise.all([readSettings(ctx, userId), findDevices(ctx, userId)])
  return { ...settings, devices: devices.map((device) => toPushDevice(device, sid)) }
}

export async function putNotificationSettings(
  ctx: Ctx,
  caller: Identity,
  settings: NotificationSettings,
): Promise<SettingsAndDevices> {
  const [user] = await findProfiles(ctx, [caller.userId])
  if (!user) throw errors.userNotFound()
  const { likes, matches, messages: ofMessages, names, quietHours } = settings
  const stored = { likes, matches, messages: ofMessages, names, quietHours, epoch: user.epoch }
  ensureInTime() // after giving up this call, the client may have stored newer settings
  const put = () =>
    ctx.models.NotificationSettings.updateOne({ _id: caller.userId }, { $set: stored }, { upsert: true })
  await put().catch((error: unknown) => {
    if (isDuplicateKey(error)) return put() // inserted concurrently
    throw error
  })
  return getNotificationSettings(ctx, caller)
}
