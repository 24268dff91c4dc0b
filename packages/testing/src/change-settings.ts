import type { Nats } from '@zing/kit/nats/connection'
import { publishSettings } from '@zing/kit/nats/settings'
import { DEFAULT_SETTINGS, type Settings } from '@zing/proto/community/settings'

let version = 0

/** Publishes the default settings with these changes, as admin does. Processes have them a moment later. */
export async function changeSettings(nats: Nats, changes: Partial<Settings>): Promise<void> {
  version += 1
  const palette = { light: {}, dark: {} }
  await publishSettings(await nats.connection, { version, settings: { ...DEFAULT_SETTINGS, ...changes }, palette })
}
