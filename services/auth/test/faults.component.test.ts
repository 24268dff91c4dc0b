import { type AddressInfo, createServer } from 'node:net'
import { SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/auth'
import { deviceAdded, userRegistered } from '@zing/proto/nats/events'
import { connectForTest } from '@zing/testing/events'
import { startNats } from '@zing/testing/servers'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { photo } from './pictures.ts'
import { setupAuth } from './setup-auth.ts'

describe('NATS', async () => {
  const natsServer = await startNats()
  const { newUser, logIn, clientOf, events } = await setupAuth({ NATS_URL: natsServer.url })
  const jetstream = await (await connectForTest(natsServer.url)).jetstreamManager()

  test('a registration event is stored in the stream', async () => {
    const { user } = await newUser()
    await vi.waitFor(async () => {
      const stored = await jetstream.streams.getMessage('EVENTS', { last_by_subj: userRegistered.subject })
      expect(stored.json()).toMatchObject({ profile: { id: user.id }, rev: 1 })
    }, WAIT)
  })

  test('requests succeed while NATS is paused, and their events are published afterwards', async () => {
    natsServer.signal('SIGSTOP')
    const ada = await newUser({ selfie: await photo() })
    const changed = await ada.call(contract.updateUser, { body: { age: 40 } })
    const responses = [changed, await logIn(ada.user.username), await ada.call(contract.logout)]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 204])

    natsServer.signal('SIGCONT')
    const registeredIds = () => events.of(userRegistered).map(({ profile }) => profile.id)
    await vi.waitFor(() => expect(registeredIds()).toContain(ada.user.id), WAIT)
  })

  test('when a user signs in and out on a new device while NATS is paused, the notice comes later', async () => {
    const { user } = await newUser()
    natsServer.signal('SIGSTOP')
    const { status, headers } = await logIn(user.username)
    const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string }
    const loggedOut = await clientOf({ userId: user.id, sid }).call(contract.logout)
    expect([status, loggedOut.status]).toEqual([200, 204])

    natsServer.signal('SIGCONT')
    await vi.waitFor(
      () => expect(events.of(deviceAdded)).toContainEqual(expect.objectContaining({ userId: user.id })),
      WAIT,
    )
  })
})

describe('Redis', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  afterAll(() => silent.close())
  const { port } = silent.address() as AddressInfo // a TCP server's address is never a string
  const { newUser, logIn } = await setupAuth({ REDIS_URL: `redis://127.0.0.1:${port}` })

  test('SEC-48 logins are neither delayed nor unlimited while Redis is paused', async () => {
    const { user } = await newUser()
    const stopwatch = startStopwatch()
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await logIn(user.username, 'wrong')).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    expect(stopwatch.elapsedMs()).toBeLessThan(4 * 1_000)
  })
})
