import { isDeepStrictEqual } from 'node:util'
import {
  ensureSettingsStream,
  type FollowedSettings,
  publishSettings,
  readSettings,
  UnreadableSettings,
} from '@zing/kit/nats/settings'
import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import type { Ctx } from '../context.ts'
import type { Times } from '../times.ts'
import { newestSettings } from './store-settings.ts'

/** A change whose process has ended before it published takes effect after this time. */
const CHECK_MS = 5_000
const RETRY_MS = 500

/** Publishes the newest settings after each change, and when the stream has others, for example after a restore. */
export function startPublication(
  ctx: Pick<Ctx, 'models' | 'paletteOf' | 'nats' | 'log'> & { settings: Pick<FollowedSettings, 'wake'> },
  { settingsCheckMs = CHECK_MS }: Times = {},
): Repeated {
  const { nats, log } = ctx
  let hasStream = false

  async function publishNewest(): Promise<boolean> {
    const nc = nats.up()
    if (!nc) return false
    if (!hasStream) await ensureSettingsStream(nc, nats.addStream)
    hasStream = true
    const kept = await readSettings(nc).catch(unreadable) // before the database, which is never older
    let newest = await newestSettings(ctx)
    if (kept === null ? newest.version === 0 : isDeepStrictEqual(kept, newest)) return false
    for (let isNewest = false; !isNewest; ) {
      await publishSettings(nc, newest, nats.addStream)
      log.info({ version: newest.version }, 'settings published')
      const { version } = newest
      newest = await newestSettings(ctx) // another process may have published it just before
      isNewest = newest.version === version
    }
    ctx.settings.wake()
    return false
  }

  const runs = repeat(publishNewest, {
    everyMs: RETRY_MS,
    idleMs: settingsCheckMs,
    onFailure: (err) => log.warn({ err }, 'settings not published, will be retried'),
  })
  nats.onChange((isUp) => {
    if (isUp) runs.wake()
  })
  runs.wake()
  return runs
}

/** Settings that this release cannot read are other ones. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableSettings)) throw error
}
