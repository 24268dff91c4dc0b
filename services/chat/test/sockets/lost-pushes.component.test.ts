import { startRelay } from '@zing/testing/relay'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'

const { env, newMatch, startChat, connect, sendMessage, listMessages, callOn } = await setupChat(
  {},
  { restoreEveryMs: 500, natsPingMs: 1_000 },
)
const relay = await startRelay(env.NATS_URL)
const remote = await startChat({ NATS_URL: relay.url })
afterAll(() => remote.stop())

test.each([
  ['is disconnected from NATS', relay.cut],
  ['has not noticed yet that its connection to NATS is dead', relay.silence],
])('INV-9 when a process that %s is back, the clients of every process fetch its lost pushes', async (_state, fail) => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const [benTab, benOnRemote] = [await connect(ben), await connect(ben, remote.url)]

  fail()
  if (fail === relay.cut) await vi.waitFor(() => expect(benOnRemote.of('PUSH_DEGRADED')).toHaveLength(1), WAIT)
  expect((await sendMessage(callOn(remote, ada), ben, 'lost push')).status).toBe(201)
  await vi.waitFor(() => expect(benOnRemote.of('NEW_MESSAGE')).toHaveLength(1), WAIT)
  await vi.waitFor(() => expect(benOnRemote.of('PUSH_DEGRADED')).toHaveLength(1), WAIT)
  expect(benTab.frames.map(({ type }) => type)).toEqual(['CONNECTED'])

  const restored = [benTab, benOnRemote].map((tab) => ({ tab, before: tab.of('PUSH_RESTORED').length })) // of the earlier test
  relay.heal()
  for (const { tab, before } of restored)
    await vi.waitFor(() => expect(tab.of('PUSH_RESTORED').length).toBeGreaterThan(before), WAIT)
  expect((await listMessages(ben, ada)).map(({ content }) => content)).toEqual(['hi', 'lost push'])
  await sendMessage(callOn(remote, ada), ben, 'live')
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toMatchObject([{ message: { content: 'live' } }]), WAIT)
})
