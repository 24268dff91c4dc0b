import { randomUUID } from 'node:crypto'
import { rpcHandler } from '@zing/kit/nats/rpc'
import { resetOf } from '@zing/proto/nats/rpc'
import { testDatabase } from '@zing/testing/servers'
import { describe, expect, test, vi } from 'vitest'
import { PIN, soon, startAdmin, WRONG } from './setup-admin.ts'

const done = { status: 200, body: { success: true, message: 'All user data has been cleared' } }
const inProgress = { status: 503, body: { message: 'Reset in progress', code: 'RESET_IN_PROGRESS' } }
const noGrant = { status: 403, body: { message: 'Please enter the PIN first' } }

type Service = 'auth' | 'social' | 'chat'

/** A world of its own: admin, and the services that it asks, as far as they are there. */
async function startWorld(overrides: Record<string, unknown> = {}) {
  const admin = await startAdmin({ MONGO_URL: testDatabase(), ...overrides })
  const asked: Record<Service, number[]> = { auth: [], social: [], chat: [] }

  async function appear(...services: Service[]): Promise<void> {
    for (const service of services) {
      const confirm = rpcHandler(resetOf(service), async ({ epoch }) => {
        asked[service].push(epoch)
        return { epoch }
      })
      await admin.answerAs(service, [confirm])
    }
  }

  async function verified() {
    const person = admin.join()
    expect((await person.verify(PIN)).body).toEqual({ success: true })
    return person
  }

  const stored = () => admin.resets.findOne({}, { projection: { _id: 0, startedAt: 0 } })
  return { ...admin, asked, appear, verified, stored }
}

describe('with everybody there', async () => {
  const { join, verified, appear, asked, stored, grants, startProcess } = await startWorld()
  await appear('auth', 'social', 'chat')

  test('SEC-47 a reset needs the PIN, also in a session that has entered it', async () => {
    const ada = await verified()
    expect(await ada.reset(WRONG)).toMatchObject({ status: 200, body: { success: false, message: 'Invalid PIN' } })
    expect(await join().reset(PIN)).toMatchObject(noGrant)
    expect(asked).toEqual({ auth: [], social: [], chat: [] })
    expect(await stored()).toBeNull()
  })

  test('is done when all have confirmed; the grant is used up, and nobody has one any more', async () => {
    const [ada, ben] = [await verified(), await verified()]
    expect(await ada.reset(PIN)).toMatchObject(done)
    expect(asked).toEqual({ auth: [1], social: [1], chat: [1] })
    expect(await stored()).toEqual({ epoch: 1, waitingFor: [] })
    expect(await grants.countDocuments()).toBe(0)
    expect(await ada.reset(PIN)).toMatchObject(noGrant)
    expect(await ben.stats()).toMatchObject(noGrant)
    expect(asked).toEqual({ auth: [1], social: [1], chat: [1] })
  })

  test('SEC-47 of the same request many times at once one resets', async () => {
    const ada = await verified()
    const answers = await Promise.all(Array.from({ length: 5 }, () => ada.reset(PIN)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403, 403])
    expect(asked.auth).toEqual([1, 2])
  })

  test('the epoch rises with each reset, whichever process is asked', async () => {
    const other = await startProcess()
    const [ada, ben] = [await verified(), await verified()]
    expect((await ada.reset(PIN)).status).toBe(200)
    const eve = other.join(ben.userId)
    await eve.verify(PIN)
    expect((await eve.reset(PIN)).status).toBe(200)
    expect(asked).toEqual({ auth: [1, 2, 3, 4], social: [1, 2, 3, 4], chat: [1, 2, 3, 4] })
    expect(await stored()).toEqual({ epoch: 4, waitingFor: [] })
  })
})

test('with one service away it is in progress, and done by itself when that is there; the others are asked once', async () => {
  const { verified, appear, asked, stored } = await startWorld()
  await appear('auth', 'social')
  const answer = await (await verified()).reset(PIN)
  expect(answer).toMatchObject(inProgress)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await stored()).toEqual({ epoch: 1, waitingFor: ['chat'] })

  await appear('chat')
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 1, waitingFor: [] }), soon)
  expect(asked).toEqual({ auth: [1], social: [1], chat: [1] })
})

test('a second reset while the first is in progress takes its place', async () => {
  const { verified, appear, asked, stored } = await startWorld()
  await appear('auth', 'social')
  expect(await (await verified()).reset(PIN)).toMatchObject(inProgress)
  const second = (await verified()).reset(PIN)
  await vi.waitFor(async () => expect(asked).toEqual({ auth: [1, 2], social: [1, 2], chat: [] }), soon)
  await appear('chat')
  expect(await second).toMatchObject(done)
  expect(asked).toEqual({ auth: [1, 2], social: [1, 2], chat: [2] })
  expect(await stored()).toEqual({ epoch: 2, waitingFor: [] })
})

test('what a service confirms late, of the reset before, does not count for the next one', async () => {
  const { verified, appear, asked, answerAs, stored } = await startWorld()
  await appear('auth', 'social')
  let confirmFirst = () => {}
  const late = new Promise<void>((resolve) => {
    confirmFirst = resolve
  })
  const chat = rpcHandler(resetOf('chat'), async ({ epoch }) => {
    asked.chat.push(epoch)
    if (epoch === 1) await late
    return { epoch }
  })
  await answerAs('chat', [chat])

  const first = (await verified()).reset(PIN)
  await vi.waitFor(() => expect(asked.chat).toEqual([1]), soon)
  const second = (await verified()).reset(PIN)
  await vi.waitFor(async () => expect(await stored()).toMatchObject({ epoch: 2 }), soon)
  confirmFirst()
  expect(await Promise.all([first, second])).toMatchObject([done, done])
  expect(asked).toEqual({ auth: [1, 2], social: [1, 2], chat: [1, 2] })
  expect(await stored()).toEqual({ epoch: 2, waitingFor: [] })
})

test('a reset that a crash has left is finished by the next process, and by two of them too', async () => {
  const { appear, asked, stored, resets, startProcess } = await startWorld()
  await appear('auth', 'social', 'chat')
  const left = { epoch: 7, waitingFor: ['social', 'chat'], startedAt: new Date() }
  await resets.insertOne({ _id: 'reset', ...left })
  await Promise.all([startProcess(), startProcess()])
  const atOnce = { ...soon, timeout: 3_000 } // sooner than the process that was there already would look
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 7, waitingFor: [] }), atOnce)
  expect(asked.auth).toEqual([])
  expect(new Set([...asked.social, ...asked.chat])).toEqual(new Set([7]))
})

test('a running process finishes what another one has left', async () => {
  const { appear, stored, resets } = await startWorld()
  await appear('auth', 'social', 'chat')
  await resets.insertOne({ _id: 'reset', epoch: 3, waitingFor: ['auth', 'social', 'chat'], startedAt: new Date() })
  await vi.waitFor(async () => expect(await stored()).toEqual({ epoch: 3, waitingFor: [] }), soon)
})

describe('where reset is not enabled', () => {
  test.each([
    ['by default in production', { NODE_ENV: 'production' }],
    ['by choice', { ADMIN_RESET_ENABLED: 'false' }],
  ])('%s, the right PIN changes nothing', async (_when, overrides) => {
    const { verified, stored, pins } = await startWorld(overrides)
    const answer = await (await verified()).reset(PIN)
    expect(answer).toMatchObject({ status: 403, body: { message: 'Reset is disabled here' } })
    expect(await stored()).toBeNull()
    expect((await pins.findOne({}))?.burnt).toEqual([])
  })

  test('production can enable it', async () => {
    const { verified, appear } = await startWorld({ NODE_ENV: 'production', ADMIN_RESET_ENABLED: 'true' })
    await appear('auth', 'social', 'chat')
    expect(await (await verified()).reset(PIN)).toMatchObject(done)
  })
})

test('a service that refuses is asked again', async () => {
  const { verified, appear, answerAs, stored } = await startWorld()
  await appear('auth', 'chat')
  const reasons = [randomUUID()]
  const social = rpcHandler(resetOf('social'), async ({ epoch }) => {
    const reason = reasons.pop()
    if (reason) throw new Error(reason)
    return { epoch }
  })
  await answerAs('social', [social])
  expect(await (await verified()).reset(PIN)).toMatchObject(done)
  expect(await stored()).toEqual({ epoch: 1, waitingFor: [] })
})
