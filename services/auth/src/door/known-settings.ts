import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'

export const SETTINGS_WAIT_MS = 2_000

/** Returns the settings; 503 if this process has never heard of any, since it must not open a closed door. */
export async function knownSettings({ settings, settingsWaitMs }: Ctx): Promise<Settings> {
  const waiting = new AbortController()
  const isKnown = await Promise.race([
    settings.known.then(() => true),
    pause(settingsWaitMs, false, { signal: waiting.signal }).catch(() => false),
  ])
  waiting.abort()
  if (!isKnown) throw errors.unavailable()
  return settings.current().settings
}
