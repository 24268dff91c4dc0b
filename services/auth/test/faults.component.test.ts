import { type AddressInfo, createServer } from 'node:net'
import * as contract from '@zing/proto/http/auth'
import { userRegistered } from '@zing/proto/nats/events'
import { connectForTest } from '@zing/testing/events'
import { startBroker } from '@zing/testing/servers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { photo } from './pictures.ts'
import { soon, startAuth } from './setup-auth.ts'

describe('broker', async () => {
  const broker = await startBroker()
  const { join, logIn, facts } = await startAuth({ NATS_URL: broker.url })
  const jetstream = await (await connectForTest(broker.url)).jetstreamManager()

  test('an account is announced in the stream, not only on the air', async () => {
    const { user } = await join()
    await vi.waitFor(async () => {
      const stored = await jetstream.streams.getMessage('EVENTS', { last_by_subj: userRegistered.subject })
      expect(stored.json()).toMatchObject({ profile: { id: user.id }, rev: 1 })
    }, soon)
  })

  test('while it stands still everybody is served, and afterwards everything is announced', async () => {
    broker.signal('SIGSTOP')
    const ada = await join({ selfie: await photo() })
    const changed = await ada.call(contract.updateUser, { body: { age: 40 } })
    const answers = [changed, await logIn(ada.user.username), await ada.call(contract.logout)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 204])

    broker.signal('SIGCONT')
    const told = () => facts.of(userRegistered).map(({ profile }) => profile.id)
    await vi.waitFor(() => expect(told()).toContain(ada.user.id), { ...soon, timeout: 15_000 })
  })
})

describe('Redis', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  afterAll(() => silent.close())
  const { port } = silent.address() as AddressInfo // a TCP server's address is never a string
  const { join, logIn } = await startAuth({ REDIS_URL: `redis://127.0.0.1:${port}` })

  test('SEC-48 while it stands still no login is held up, and the limit holds', async () => {
    const { user } = await join()
    const startedAt = performance.now()
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await logIn(user.username, 'wrong')).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    expect(performance.now() - startedAt).toBeLessThan(4 * 1_000)
  })
})
