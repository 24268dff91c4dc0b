import { DEFAULT_PUBLISHED, type PublishedSettings } from '@zing/proto/community/settings'
import { SETTINGS_SUBJECT } from '@zing/proto/nats/settings'
import { startRelay } from '@zing/testing/relay'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectNats, encode } from '../../src/nats/connection.ts'
import { followSettings, publishSettings } from '../../src/nats/settings.ts'
import { createLog } from '../../src/observability/logger.ts'

const log = createLog('kit-test', 'silent')
const server = await startNats()
const PING_MS = 1_000
const CHECK_MS = 60_000
const admin = connectNats(server.url, 'admin', log, { pingMs: PING_MS })
const first = connectNats(server.url, 'gateway', log, { pingMs: PING_MS })
const second = connectNats(server.url, 'auth', log, { pingMs: PING_MS })
await Promise.all([admin.connection, first.connection, second.connection])
afterAll(() => Promise.all([admin.drain(), first.drain(), second.drain()]))

function follow(nats: typeof first, checkMs = CHECK_MS) {
  const followed = followSettings(nats, { checkMs })
  onTestFinished(() => followed.stop())
  return followed
}

function named(name: string, version: number): PublishedSettings {
  return { ...DEFAULT_PUBLISHED, version, settings: { ...DEFAULT_PUBLISHED.settings, name } }
}

async function publish(settings: PublishedSettings): Promise<void> {
  await publishSettings(await admin.connection, settings)
}

test('every process has changed settings at once, and a late one when it starts (10.community.replica)', async () => {
  const running = [follow(first), follow(second)]
  await Promise.all(running.map(({ known }) => known))
  expect(running.map(({ current }) => current())).toEqual([DEFAULT_PUBLISHED, DEFAULT_PUBLISHED])
  await Promise.all([(await first.connection).flush(), (await second.connection).flush()])

  await publish(named('Harbour', 1))
  await vi.waitFor(() => {
    for (const { current } of running) expect(current().settings.name).toBe('Harbour')
  }, WAIT)
  const late = follow(second)
  await late.known
  expect(late.current().settings.name).toBe('Harbour')
})

test('when two admin processes publish out of order, the newer settings stay', async () => {
  const followed = follow(first)
  await followed.known
  await (await first.connection).flush()
  const seen: string[] = []
  followed.onChange(({ settings }) => seen.push(settings.name))
  await publish(named('Newer', 6))
  await publish(named('Older', 5))
  await publish(named('Newest', 7))
  await vi.waitFor(() => expect(seen).toEqual(['Newer', 'Newest']), WAIT)
})

test('when NATS was away, a process learns what it has missed, also older settings of a backup', async () => {
  const relay = await startRelay(server.url)
  const nats = connectNats(relay.url, 'gateway', log, { pingMs: PING_MS })
  onTestFinished(() => nats.drain())
  await publish(named('Before', 8))
  const followed = follow(nats)
  await followed.known
  relay.cut()
  await vi.waitFor(() => expect(nats.up()).toBeNull(), WAIT)
  await publish(named('Restored', 3))
  expect(followed.current().settings.name).toBe('Before')
  relay.heal()
  await vi.waitFor(() => expect(followed.current().settings.name).toBe('Restored'), WAIT)
})

test('settings of another release that a new process cannot read are not the defaults (10.community.replica)', async () => {
  await publish(named('Harbour', 9))
  const unreadable = { ...named('Harbour', 10), settings: { registration: { mode: 'by-lot' } } }
  await (await admin.connection).jetstream().publish(SETTINGS_SUBJECT, encode(unreadable))
  const warn = vi.spyOn(second.log, 'warn')
  onTestFinished(() => warn.mockRestore())
  const followed = follow(second, 20)
  const known = vi.fn()
  void followed.known.then(known)
  await vi.waitFor(() => expect(warn.mock.calls.length).toBeGreaterThan(1), WAIT)
  expect(known).not.toHaveBeenCalled()
  await publish(named('Harbour', 11))
  await followed.known
  expect(followed.current().version).toBe(11)
})
