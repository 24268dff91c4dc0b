import type { Identity } from '@zing/kit/http/internal-token'
import type { PublishedSettings } from '@zing/proto/community/settings'
import { type AppError, errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { changesBetween, endFallback, mergeChanges } from './merge-changes.ts'
import { requireConfirmed } from './require-confirmed.ts'
import { newestSettings, settingsOf, storeNext } from './store-settings.ts'

/** Merges an admin's changes into the version that the admin has seen; 409 with what is newer. */
export async function changeSettings(
  ctx: Ctx,
  caller: Identity,
  { version, changes }: { version: number; changes: Record<string, unknown> },
): Promise<PublishedSettings> {
  await requireConfirmed(ctx, caller)
  const before = await newestSettings(ctx)
  if (before.version !== version) throw await conflict(ctx, version)
  const settings = mergeChanges(before.settings, changes)
  const after = await storeNext(ctx, before, { authorId: caller.userId, settings })
  if (!after) throw await conflict(ctx, version)
  return after
}

/** Makes the settings of an older version the newest. A logo that was deleted meanwhile stays away. */
export async function restoreSettings(ctx: Ctx, caller: Identity, version: number): Promise<PublishedSettings> {
  await requireConfirmed(ctx, caller)
  const [before, old] = await Promise.all([newestSettings(ctx), settingsOf(ctx, version)])
  if (!old) throw errors.settingsVersionNotFound()
  const logo = old.logo !== null && (await ctx.models.Logo.exists({ _id: old.logo })) ? old.logo : null
  const settings = endFallback({ ...old, logo })
  const after = await storeNext(ctx, before, { authorId: caller.userId, settings })
  if (!after) throw await conflict(ctx, before.version)
  return after
}

/** The error of a caller who has seen another version than the newest. After a restored backup it may be unknown. */
async function conflict(ctx: Ctx, seen: number): Promise<AppError> {
  const [newest, settings] = await Promise.all([newestSettings(ctx), settingsOf(ctx, seen)])
  const changes = settings ? changesBetween(settings, newest.settings) : []
  return errors.settingsChanged({ version: newest.version, changes })
}
