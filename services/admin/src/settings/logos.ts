import { randomInt } from 'node:crypto'
import { undoIfRefused } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { toBuffer } from '@zing/kit/mongo/to-buffer'
import type { PublishedSettings } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { LOGO_KEPT_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { SettingsDocument } from '../models/settings.ts'
import { requireConfirmed } from './require-confirmed.ts'
import { setSettings } from './store-settings.ts'

const VERSIONS = 2 ** 48 - 1
/** After this time every change of the settings has succeeded or failed. */
const MIN_ORPHAN_AGE_MS = 60 * 60 * 1_000

/** Stores a logo, then the settings that name it. */
export async function putLogo(ctx: Ctx, caller: Identity, picture: Buffer | undefined): Promise<PublishedSettings> {
  if (!picture) throw errors.invalidImage()
  await requireConfirmed(ctx, caller)
  const { encodeLogo } = await import('./encode-logo.ts') // sharp takes 20 MB
  const png = await encodeLogo(picture)
  const logo = randomInt(1, VERSIONS)
  await ctx.models.Logo.create({ _id: logo, png, createdAt: new Date() })
  return undoIfRefused(
    () => setSettings(ctx, { authorId: caller.userId, change: (settings) => ({ ...settings, logo }) }),
    () => ctx.models.Logo.deleteOne({ _id: logo }),
  )
}

export async function getLogo({ models }: Ctx, version: number): Promise<Buffer> {
  const stored = await models.Logo.findById(version, { png: 1 }).lean()
  if (!stored) throw errors.notFound()
  return toBuffer(stored.png)
}

/** Deletes logos that no settings of the last LOGO_KEPT_MS name: restoring those brings their logo back. */
export async function deleteOldLogos({ models }: Pick<Ctx, 'models'>, now: Date): Promise<number> {
  const since = new Date(now.getTime() - LOGO_KEPT_MS)
  const earlier = await models.Settings.findOne({ at: { $lte: since } }, { _id: 1 }) // in force at that time
    .sort({ _id: -1 })
    .lean()
  const kept = await models.Settings.find({ _id: { $gte: earlier?._id ?? 0 } }, { 'settings.logo': 1 }).lean<
    Pick<SettingsDocument, 'settings'>[]
  >()
  const named = kept.flatMap(({ settings }) => settings.logo ?? [])
  const isOld = { $lt: new Date(now.getTime() - MIN_ORPHAN_AGE_MS) }
  return (await models.Logo.deleteMany({ _id: { $nin: named }, createdAt: isOld })).deletedCount
}
