import * as contract from '@zing/proto/http/chat'
import { messages } from '@zing/proto/http/errors'
import { blockCreated, matchEnded } from '@zing/proto/nats/events'
import { startBroker } from '@zing/testing/servers'
import { afterAll, expect, test, vi } from 'vitest'
import { setupChat, soon } from './setup-chat.ts'

const broker = await startBroker()
const { chat, second, facts, announce, newPerson, newMatch, openSocket, connect, say, readFrom } = await setupChat({
  NATS_URL: broker.url,
})
afterAll(() => broker.signal('SIGCONT'))
const late = { timeout: 20_000, interval: 50 }

test('SEC-66 without the broker: people on one process chat live, others are told to poll, blocks hold; then all of it arrives', {
  timeout: 60_000,
}, async () => {
  const [ada, ben] = newMatch()
  const [cleo, dan] = newMatch()
  const [eve, stranger] = [newPerson('Eve'), newPerson()]
  await say(ada, ben, 'hi')
  await say(cleo, dan, 'hi')
  await announce(matchEnded, { userIds: [cleo.userId, dan.userId] }, { rev: 3 })
  await vi.waitFor(async () => expect((await say(cleo, dan, 'hi')).status).toBe(403), soon)
  const silent = await openSocket(stranger)
  const [adaTab, benTab, benElsewhere] = [await connect(ada), await connect(ben), await connect(ben, second.url)]

  broker.signal('SIGSTOP')
  await vi.waitFor(
    () => expect([adaTab, benElsewhere].map(({ of }) => of('PUSH_DEGRADED').length)).toEqual([1, 1]),
    late,
  )
  const lateTab = await openSocket(eve)
  lateTab.send({ type: 'AUTH', userId: eve.userId })
  await vi.waitFor(() => expect(lateTab.frames.map(({ type }) => type)).toEqual(['CONNECTED', 'PUSH_DEGRADED']), soon)

  expect((await say(ada, ben, 'still here')).status).toBe(201)
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toMatchObject([{ message: { content: 'still here' } }]), soon)
  expect(benElsewhere.of('NEW_MESSAGE')).toEqual([]) // the database has it
  expect((await readFrom(ben, ada)).at(-1)).toMatchObject({ content: 'still here' })

  expect(await say(eve, stranger, 'who?')).toMatchObject({ status: 503, body: { message: messages.unavailable } })
  expect(await say(cleo, dan, 'closed')).toMatchObject({ status: 403, body: { message: messages.mayNotMessage } })
  expect((await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })).status).toBe(201)
  expect((await say(ben, ada, 'blocked')).status).toBe(403)

  broker.signal('SIGCONT')
  await vi.waitFor(() => expect([adaTab, lateTab].map(({ of }) => of('PUSH_RESTORED').length)).toEqual([1, 1]), late)
  await vi.waitFor(
    () => expect(facts.of(blockCreated)).toMatchObject([{ blockerId: ada.userId, blockedId: ben.userId }]),
    late,
  )
  const [ed, flo] = newMatch()
  const [edTab, floTab] = [await connect(ed), await connect(flo, second.url)]
  await say(ed, flo, 'across')
  await vi.waitFor(() => expect(floTab.of('NEW_MESSAGE')).toHaveLength(1), soon)
  expect(edTab.of('MESSAGE_SENT')).toHaveLength(1)
  await vi.waitFor(() => expect(silent.code()).toBe(1008), late) // it never said AUTH
  expect((await fetch(`${chat.url}/readyz`)).status).toBe(200)
})
