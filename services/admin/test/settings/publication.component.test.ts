import { connectNats, encode } from '@zing/kit/nats/connection'
import { followSettings, publishSettings, readSettings } from '@zing/kit/nats/settings'
import { createLog } from '@zing/kit/observability/logger'
import { changeSettings, getSettings } from '@zing/proto/http/staff/settings'
import { SETTINGS_SUBJECT } from '@zing/proto/nats/settings'
import { startRelay } from '@zing/testing/relay'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startPublication } from '../../src/settings/publication.ts'
import { newestSettings, setSettings } from '../../src/settings/store-settings.ts'
import { newName, setupSettings } from './setup-settings.ts'

/** Nothing happens by a timer in these tests, except where one says so. */
const NEVER_MS = 600_000
const IN_FORCE_MS = 2_000

const silent = createLog('settings-test', 'silent')
const { env, newKeeper, startSecond, startInstance, versions, background, stop } = await setupSettings({
  settingsCheckMs: NEVER_MS,
})
const keeper = newKeeper()
const second = await startSecond()
/** The product itself, in a process that ends before it can publish. */
const ending = { ...background, publication: { wake() {} } }
const stopwatch = startStopwatch()

/** Another process of the product. */
async function newFollower(url = env.NATS_URL, checkMs = NEVER_MS) {
  const nats = connectNats(url, 'gateway', silent)
  const followed = followSettings(nats, { checkMs })
  onTestFinished(async () => {
    await followed.stop()
    await nats.drain()
  })
  await followed.known
  await (await nats.connection).flush()
  return { nats, nameOf: () => followed.current().settings.name }
}

async function rename({ call }: Pick<typeof keeper, 'call'>, name: string): Promise<void> {
  const { version } = (await call(getSettings)).body
  const { status, body } = await call(changeSettings, { body: { version, changes: { name } } })
  expect([status, body.message]).toEqual([200, undefined])
}

const renameByProduct = (name: string) =>
  setSettings(ending, { authorId: null, change: (settings) => ({ ...settings, name }) })

async function becomes(nameOf: () => string, name: string): Promise<void> {
  await vi.waitFor(() => expect(nameOf()).toBe(name), WAIT)
}

test('a change in either process is in force elsewhere within two seconds (10.community.replica)', async () => {
  const [one, other] = [await newFollower(), await newFollower()]
  for (const admin of [keeper, second.keeper, keeper]) {
    const name = newName()
    await rename(admin, name)
    const changedAt = stopwatch.elapsedMs()
    await Promise.all([one, other].map(({ nameOf }) => becomes(nameOf, name)))
    expect(stopwatch.elapsedMs() - changedAt).toBeLessThan(IN_FORCE_MS)
  }
})

test('when NATS comes back, admin publishes what was stored meanwhile', async () => {
  await stop()
  await second.stop()
  const relay = await startRelay(env.NATS_URL)
  const admin = await startInstance({ NATS_URL: relay.url })
  const follower = await newFollower()
  const { version } = await newestSettings(background)
  await becomes(follower.nameOf, (await newestSettings(background)).settings.name)
  relay.cut()
  await vi.waitFor(async () => {
    const response = await admin.newUser(1, 'admin').call(changeSettings, { body: { version, changes: {} } })
    expect(response.status).toBe(503)
  }, WAIT)
  const name = newName()
  await renameByProduct(name)
  relay.heal()
  await becomes(follower.nameOf, name)
  await admin.stop()
})

test('a restarted admin publishes what it finds, also older settings of a backup (10.community.replica)', async () => {
  const follower = await newFollower(env.NATS_URL, 100) // older settings come with the follower's own check
  const name = newName()
  await renameByProduct(name)
  const restarted = await startInstance()
  await becomes(follower.nameOf, name)
  await restarted.stop()

  await renameByProduct(newName())
  const { version, settings } = await newestSettings(background)
  await versions.deleteOne({ _id: version })
  await publishSettings(await background.nats.connection, { version, settings, palette: { light: {}, dark: {} } })
  await becomes(follower.nameOf, settings.name)
  const restored = await startInstance()
  await becomes(follower.nameOf, name)
  await versions.deleteMany({})
  await restored.stop()
  await startInstance()
  await becomes(follower.nameOf, 'Zing')
})

test('admin replaces settings in the stream that it cannot read', async () => {
  await renameByProduct(newName())
  const nc = await background.nats.connection
  await nc.jetstream().publish(SETTINGS_SUBJECT, encode({ version: 1, settings: { accent: 'pale' } }))
  const { version } = await newestSettings(background)
  const restarted = await startInstance()
  await vi.waitFor(async () => expect((await readSettings(nc))?.version).toBe(version), WAIT)
  await restarted.stop()
})

test('admin’s own process has what it publishes, and a change that nobody has published is found', async () => {
  const nats = connectNats(env.NATS_URL, 'admin', silent)
  const settings = followSettings(nats, { checkMs: NEVER_MS })
  await settings.known
  const publication = startPublication({ ...background, nats, settings }, { settingsCheckMs: 50 })
  const name = newName()
  await renameByProduct(name)
  await becomes(() => settings.current().settings.name, name)
  await publication.stop()
  await settings.stop()
  await nats.drain()
})

test('when a slower process publishes older settings last, the newer ones follow', async () => {
  const nats = connectNats(env.NATS_URL, 'admin', silent)
  const nc = await nats.connection
  const older = await renameByProduct(newName())
  const connect = nc.jetstream.bind(nc)
  const slow = vi.spyOn(nc, 'jetstream').mockImplementationOnce((options) => {
    const js = connect(options)
    const publish: typeof js.publish = async (...message) => {
      const newer = await renameByProduct(newName()) // another process is faster
      await publishSettings(await background.nats.connection, newer)
      return js.publish(...message)
    }
    return Object.assign(Object.create(js), { publish })
  })
  const publication = startPublication({ ...background, nats, settings: { wake() {} } }, { settingsCheckMs: NEVER_MS })
  await vi.waitFor(async () => {
    expect(slow).toHaveBeenCalledTimes(2)
    expect((await readSettings(nc))?.version).toBe(older.version + 1)
  }, WAIT)
  await publication.stop()
  await nats.drain()
})
