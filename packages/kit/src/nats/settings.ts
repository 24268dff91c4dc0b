import { DEFAULT_PUBLISHED, type PublishedSettings } from '@zing/proto/community/settings'
import { SETTINGS_STREAM, SETTINGS_SUBJECT, SettingsMessage } from '@zing/proto/nats/settings'
import { type NatsConnection, RetentionPolicy, StorageType } from 'nats'
import { repeat } from '../timing/repeat.ts'
import { subscribeTo } from './broadcast.ts'
import { decodeOrUndefined, encode, type Nats } from './connection.ts'
import { type AddStream, addStream, jetStreamErrorOf } from './streams/add-stream.ts'

const ACK_MS = 1_000
/** A message that was lost while NATS stayed connected takes effect after this time. */
const CHECK_MS = 10_000
const NO_MESSAGE = 10_037
const NO_STREAM = 10_059

export interface FollowedSettings {
  /** The last known settings; the defaults until the first are known. */
  current(): PublishedSettings
  /** Resolves once NATS has said which settings there are. A process without NATS waits. */
  known: Promise<void>
  /** Calls `listener` whenever other settings are in force. */
  onChange(listener: (settings: PublishedSettings) => void): void
  /** Reads the settings now: a process does not receive what it has published itself. */
  wake(): void
  stop(): Promise<void>
}

/** Follows the community's settings: each change at once, and what was missed after a reconnect or within CHECK_MS. */
export function followSettings(nats: Nats, { checkMs = CHECK_MS }: { checkMs?: number } = {}): FollowedSettings {
  const listeners: ((settings: PublishedSettings) => void)[] = []
  const known = Promise.withResolvers<void>()
  let current = DEFAULT_PUBLISHED

  function apply(settings: PublishedSettings): void {
    if (settings.version === current.version) return
    current = settings
    nats.log.info({ version: settings.version }, 'settings changed')
    for (const listener of listeners) listener(settings)
  }

  /** The stream may hold older settings than the process: admin has restored a backup. */
  async function check(): Promise<boolean> {
    const nc = nats.up()
    if (!nc) return false
    const stored = await readSettings(nc)
    if (stored) apply(stored)
    known.resolve()
    return false
  }

  const checks = repeat(check, {
    everyMs: checkMs,
    idleMs: checkMs,
    onFailure: (err) => nats.log.warn({ err }, 'settings not read, will be retried'),
  })
  nats.onChange((isUp) => {
    if (isUp) checks.wake()
  })
  checks.wake()
  subscribeTo(nats, SETTINGS_SUBJECT, (payload) => {
    const parsed = SettingsMessage.safeParse(payload)
    if (!parsed.success) return nats.log.warn('malformed settings')
    if (parsed.data.version > current.version) apply(parsed.data) // two admin processes may publish out of order
  })

  return {
    current: () => current,
    known: known.promise,
    onChange: (listener) => void listeners.push(listener),
    wake: () => checks.wake(),
    stop: () => checks.stop(),
  }
}

/** Another release has published settings that this one cannot read. */
export class UnreadableSettings extends Error {}

/** Reads the newest settings of the stream; null if none were ever published. */
export async function readSettings(nc: NatsConnection): Promise<PublishedSettings | null> {
  try {
    const { streams } = await nc.jetstreamManager({ timeout: ACK_MS })
    const { data } = await streams.getMessage(SETTINGS_STREAM, { last_by_subj: SETTINGS_SUBJECT })
    const parsed = SettingsMessage.safeParse(decodeOrUndefined(data))
    if (!parsed.success) throw new UnreadableSettings('malformed settings') // the defaults would open a closed door
    return parsed.data
  } catch (error) {
    const code = jetStreamErrorOf(error)
    if (code === NO_MESSAGE || code === NO_STREAM) return null
    throw error
  }
}

/** Creates the stream of the settings if it is missing. */
export function ensureSettingsStream(nc: NatsConnection, add: AddStream = addStream): Promise<void> {
  return add(nc, {
    name: SETTINGS_STREAM,
    subjects: [SETTINGS_SUBJECT],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    max_msgs_per_subject: 1,
  })
}

/** Publishes the settings to all processes, and keeps them in the stream. Rejects if NATS does not confirm. */
export async function publishSettings(
  nc: NatsConnection,
  settings: PublishedSettings,
  add: AddStream = addStream,
): Promise<void> {
  await ensureSettingsStream(nc, add)
  await nc.jetstream({ timeout: ACK_MS }).publish(SETTINGS_SUBJECT, encode(settings))
}
