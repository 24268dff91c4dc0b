import { randomUUID } from 'node:crypto'
import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { deadlineHeader } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import { resetAll } from '@zing/proto/http/staff/admin'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { testDatabase } from '@zing/testing/servers'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import type { Times } from '../../src/times.ts'
import { PIN, setupAdmin, WRONG } from '../setup-admin.ts'

const done = { status: 200, body: { success: true, message: 'All user data has been cleared' } }
const inProgress = { status: 503, body: { success: false, message: 'Reset in progress', code: 'RESET_IN_PROGRESS' } }
const pinRequired = { status: 403, body: errors.pinNeeded().body }

/** So that a reset whose services are away is in progress soon. */
const SHORT_WAIT = { resetWaitMs: 300 }

type Service = 'auth' | 'social' | 'chat'

/** Sets up admin with its own database, and fake services that `startServices` starts on demand. */
async function setupReset(overrides: Record<string, unknown> = {}, times: Times = {}) {
  const admin = await setupAdmin({ MONGO_URL: testDatabase(), ...overrides }, times)
  const requested: Record<Service, number[]> = { auth: [], social: [], chat: [] }

  async function startServices(...services: Service[]): Promise<void> {
    for (const service of services) {
      const confirm = rpcHandler(resetOf(service), async ({ epoch }) => {
        requested[service].push(epoch)
        return { epoch }
      })
      await admin.serveRpcAs(service, [confirm])
    }
  }

  async function newVerifiedUser() {
    const user = admin.newUser()
    expect((await user.verify(PIN)).body).toEqual({ success: true })
    return user
  }

  const stored = () => admin.resets.findOne({}, { projection: { _id: 0, startedAt: 0 } })
  return { ...admin, requested, startServices, newVerifiedUser, stored }
}

describe('with all services available', async () => {
  const { newUser, newVerifiedUser, startServices, requested, stored, adminSessions, startInstance } =
    await setupReset()
  await startServices('auth', 'social', 'chat')

  test('SEC-47 a reset needs the PIN, also with an admin session', async () => {
    const ada = await newVerifiedUser()
    expect(await ada.reset(WRONG)).toMatchObject({ status: 200, body: { success: false, message: 'Invalid PIN' } })
    expect(await newUser().reset(PIN)).toMatchObject(pinRequired)
    expect(requested).toEqual({ auth: [], social: [], chat: [] })
    expect(await stored()).toBeNull()
  })

  test('a reset is done when all services have confirmed, and revokes all admin sessions (7.admin.reset)', async () => {
    const [ada, ben] = [await newVerifiedUser(), await newVerifiedUser()]
    expect(await ada.reset(PIN)).toMatchObject(done)
    expect(requested).toEqual({ auth: [1], social: [1], chat: [1] })
    expect(await stored()).toEqual({ epoch: 1, waitingFor: [] })
    expect(await adminSessions.countDocuments()).toBe(0)
    expect(await ada.reset(PIN)).toMatchObject(pinRequired)
    expect(await ben.stats()).toMatchObject(pinRequired)
    expect(requested).toEqual({ auth: [1], social: [1], chat: [1] })
  })

  test('SEC-47 when resets with one admin session are concurrent, one succeeds', async () => {
    const ada = await newVerifiedUser()
    const responses = await Promise.all(Array.from({ length: 5 }, () => ada.reset(PIN)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403])
    expect(requested.auth).toEqual([1, 2])
  })

  test('the epoch rises with each reset, in any process', async () => {
    const other = await startInstance()
    const [ada, ben] = [await newVerifiedUser(), await newVerifiedUser()]
    expect((await ada.reset(PIN)).status).toBe(200)
    const eve = other.newUser(ben.userId)
    await eve.verify(PIN)
    expect((await eve.reset(PIN)).status).toBe(200)
    expect(requested).toEqual({ auth: [1, 2, 3, 4], social: [1, 2, 3, 4], chat: [1, 2, 3, 4] })
    expect(await stored()).toEqual({ epoch: 4, waitingFor: [] })
  })
})

test('while a service is unavailable, a reset stays in progress, and completes later', async () => {
  const { newVerifiedUser, startServices, requested, stored } = await setupReset({}, SHORT_WAIT)
  await startServices('auth', 'social')
  const response = await (await newVerifiedUser()).reset(PIN)
  expect(response).toMatchObject(inProgress)
  expect(response.headers.get('retry-after')).toBe('1')
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 1, waitingFor: ['chat'] }), WAIT)

  await startServices('chat')
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 1, waitingFor: [] }), WAIT)
  expect(requested).toEqual({ auth: [1], social: [1], chat: [1] })
})

test('INV-12 a reset in progress completes after a restart of admin', async () => {
  const { newVerifiedUser, startServices, requested, stored, startInstance, stop } = await setupReset({}, SHORT_WAIT)
  await startServices('auth', 'social')
  expect(await (await newVerifiedUser()).reset(PIN)).toMatchObject(inProgress)
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 1, waitingFor: ['chat'] }), WAIT)
  await stop()
  await startServices('chat')
  expect(await stored()).toEqual({ epoch: 1, waitingFor: ['chat'] })
  await startInstance()
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 1, waitingFor: [] }), WAIT)
  expect(requested).toEqual({ auth: [1], social: [1], chat: [1] })
})

test('INV-6 when the caller gives up before the reset is stored, it does not begin', async () => {
  const database = await heldDatabase(testDatabase())
  const { newVerifiedUser, stored } = await setupReset({ MONGO_URL: database.url })
  const ada = await newVerifiedUser()
  const revoked = database.holdResponse(
    (command) => command.includes('findAndModify') && command.includes('admin_sessions'),
  )
  const deadline = performance.now() + 1_500
  const headers = { [DEADLINE_HEADER]: deadlineHeader(deadline) }
  const late = ada.call(resetAll, { body: { pin: PIN }, headers })
  await revoked.arrived
  await vi.waitUntil(() => performance.now() > deadline + 50, WAIT)
  revoked.release()
  expect(await late).toMatchObject({ status: 503, body: errors.unavailable().body })
  expect(await stored()).toBeNull()
})

test('a second reset replaces one in progress', async () => {
  const { newVerifiedUser, startServices, requested, stored } = await setupReset()
  await startServices('auth', 'social')
  expect(await (await newVerifiedUser()).reset(PIN)).toMatchObject(inProgress)
  const second = (await newVerifiedUser()).reset(PIN)
  await vi.waitFor(async () => expect(requested).toEqual({ auth: [1, 2], social: [1, 2], chat: [] }), WAIT)
  await startServices('chat')
  expect(await second).toMatchObject(done)
  expect(requested).toEqual({ auth: [1, 2], social: [1, 2], chat: [2] })
  expect(await stored()).toEqual({ epoch: 2, waitingFor: [] })
})

test('a delayed confirmation of an earlier reset does not count for the next reset', async () => {
  const { newVerifiedUser, startServices, requested, serveRpcAs, stored } = await setupReset()
  await startServices('auth', 'social')
  let confirmFirst = () => {}
  const firstConfirmation = new Promise<void>((resolve) => {
    confirmFirst = resolve
  })
  const chat = rpcHandler(resetOf('chat'), async ({ epoch }) => {
    requested.chat.push(epoch)
    if (epoch === 1) await firstConfirmation
    return { epoch }
  })
  await serveRpcAs('chat', [chat])

  const first = (await newVerifiedUser()).reset(PIN)
  await vi.waitFor(() => expect(requested.chat).toEqual([1]), WAIT)
  const second = (await newVerifiedUser()).reset(PIN)
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ epoch: 2 }), WAIT)
  confirmFirst()
  expect(await Promise.all([first, second])).toMatchObject([done, done])
  expect(requested).toEqual({ auth: [1, 2], social: [1, 2], chat: [1, 2] })
  expect(await stored()).toEqual({ epoch: 2, waitingFor: [] })
})

test('after a crash, the next start completes the reset, even with two processes', async () => {
  const { startServices, requested, stored, resets, startInstance, stop } = await setupReset()
  await startServices('auth', 'social', 'chat')
  await stop() // otherwise this process could complete the reset
  const unfinished = { epoch: 7, waitingFor: ['social', 'chat'], startedAt: new Date() }
  await resets.insertOne({ _id: 'reset', ...unfinished })
  const stopwatch = startStopwatch()
  await Promise.all([startInstance(), startInstance()])
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 7, waitingFor: [] }), WAIT)
  expect(stopwatch.elapsedMs()).toBeLessThan(5_000) // before the first poll
  expect(requested.auth).toEqual([])
  expect(new Set([...requested.social, ...requested.chat])).toEqual(new Set([7]))
})

test('a running process completes the reset of a crashed one', async () => {
  const { startServices, stored, resets } = await setupReset({}, { resetPollMs: 200 })
  await startServices('auth', 'social', 'chat')
  await resets.insertOne({ _id: 'reset', epoch: 3, waitingFor: ['auth', 'social', 'chat'], startedAt: new Date() })
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 3, waitingFor: [] }), WAIT)
})

describe('ADMIN_RESET_ENABLED', () => {
  test.each([
    ['by default in production', { NODE_ENV: 'production' }],
    ['by configuration', { ADMIN_RESET_ENABLED: 'false' }],
  ])('when resets are disabled %s, it rejects a reset even with the correct PIN', async (_case, overrides) => {
    const { newVerifiedUser, stored, pins } = await setupReset(overrides)
    const response = await (await newVerifiedUser()).reset(PIN)
    expect(response).toMatchObject({ status: 403, body: errors.resetDisabled().body })
    expect(await stored()).toBeNull()
    expect((await pins.findOne({}))?.used).toEqual([])
  })

  test('a reset can be enabled in production', async () => {
    const { newVerifiedUser, startServices } = await setupReset({ NODE_ENV: 'production', ADMIN_RESET_ENABLED: 'true' })
    await startServices('auth', 'social', 'chat')
    expect(await (await newVerifiedUser()).reset(PIN)).toMatchObject(done)
  })
})

test('when a service fails, admin requests it again', async () => {
  const { newVerifiedUser, startServices, serveRpcAs, stored } = await setupReset()
  await startServices('auth', 'chat')
  const reasons = [randomUUID()]
  const social = rpcHandler(resetOf('social'), async ({ epoch }) => {
    const reason = reasons.pop()
    if (reason) throw new Error(reason)
    return { epoch }
  })
  await serveRpcAs('social', [social])
  expect(await (await newVerifiedUser()).reset(PIN)).toMatchObject(done)
  expect(await stored()).toEqual({ epoch: 1, waitingFor: [] })
})
