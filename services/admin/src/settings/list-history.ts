import { errors } from '@zing/proto/errors'
import type { SettingsVersion } from '@zing/proto/http/staff/settings'
import { SETTINGS_HISTORY_PAGE_MAX } from '@zing/proto/limits'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'
import type { SettingsDocument } from '../models/settings.ts'

/** Lists the versions, newest first. A cursor is the last version of a page. */
export async function listHistory(
  ctx: Ctx,
  { limit = SETTINGS_HISTORY_PAGE_MAX, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ versions: SettingsVersion[]; next: string | null }> {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw errors.invalidCursor()
  const found = await ctx.models.Settings.find(cursor === undefined ? {} : { _id: { $lt: Number(cursor) } }, {
    settings: 0,
    outbox: 0,
  })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<Omit<SettingsDocument, 'settings'>[]>()
  const page = found.slice(0, limit)
  const names = await namesOf(
    ctx,
    page.flatMap(({ authorId }) => authorId ?? []),
  )
  return {
    versions: page.map(({ _id, at, authorId, changes }) => ({
      version: _id,
      at: at.toISOString(),
      author: authorId === null ? null : names.of(authorId),
      changes,
    })),
    next: found.length > limit ? `${page.at(-1)?._id}` : null,
  }
}
