import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { blockCreated, matchEnded } from '@zing/proto/nats/events'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { setupChat } from './setup-chat.ts'

const natsServer = await startNats()
const {
  chat,
  secondInstance,
  events,
  publishEvent,
  newUser,
  newMatch,
  openSocket,
  connect,
  sendMessage,
  listMessages,
} = await setupChat({
  NATS_URL: natsServer.url,
})
afterAll(() => natsServer.signal('SIGCONT'))

test('SEC-66 without NATS one process chats live, others get PUSH_DEGRADED, and blocks hold', async () => {
  const [ada, ben] = newMatch()
  const [cleo, dan] = newMatch()
  const [eve, stranger] = [newUser('Eve'), newUser()]
  await sendMessage(ada, ben, 'hi')
  await sendMessage(cleo, dan, 'hi')
  await publishEvent(matchEnded, { userIds: [cleo.userId, dan.userId] }, { rev: 3 })
  await vi.waitFor(async () => expect((await sendMessage(cleo, dan, 'hi')).status).toBe(403), WAIT)
  const silent = await openSocket(stranger)
  const [adaTab, benTab, benOnSecond] = [await connect(ada), await connect(ben), await connect(ben, secondInstance.url)]

  natsServer.signal('SIGSTOP')
  await vi.waitFor(
    () => expect([adaTab, benOnSecond].map(({ of }) => of('PUSH_DEGRADED').length)).toEqual([1, 1]),
    WAIT,
  )
  const lateTab = await openSocket(eve)
  lateTab.send({ type: 'AUTH', userId: eve.userId })
  await vi.waitFor(() => expect(lateTab.frames.map(({ type }) => type)).toEqual(['CONNECTED', 'PUSH_DEGRADED']), WAIT)

  expect((await sendMessage(ada, ben, 'still here')).status).toBe(201)
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toMatchObject([{ message: { content: 'still here' } }]), WAIT)
  expect(benOnSecond.of('NEW_MESSAGE')).toEqual([]) // the message is stored and not pushed
  expect((await listMessages(ben, ada)).at(-1)).toMatchObject({ content: 'still here' })

  expect(await sendMessage(eve, stranger, 'who?')).toMatchObject({
    status: 503,
    body: errors.unavailable().body,
  })
  expect(await sendMessage(cleo, dan, 'closed')).toMatchObject({
    status: 403,
    body: errors.mayNotMessage().body,
  })
  expect((await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })).status).toBe(201)
  expect((await sendMessage(ben, ada, 'blocked')).status).toBe(403)

  natsServer.signal('SIGCONT')
  await vi.waitFor(() => expect([adaTab, lateTab].map(({ of }) => of('PUSH_RESTORED').length)).toEqual([1, 1]), WAIT)
  await vi.waitFor(
    () => expect(events.of(blockCreated)).toMatchObject([{ blockerId: ada.userId, blockedId: ben.userId }]),
    WAIT,
  )
  const [ed, flo] = newMatch()
  const [edTab, floTab] = [await connect(ed), await connect(flo, secondInstance.url)]
  await sendMessage(ed, flo, 'across')
  await vi.waitFor(() => expect(floTab.of('NEW_MESSAGE')).toHaveLength(1), WAIT)
  expect(edTab.of('MESSAGE_SENT')).toHaveLength(1)
  await vi.waitFor(() => expect(silent.code()).toBe(1008), WAIT) // it never sent AUTH
  expect((await fetch(`${chat.url}/readyz`)).status).toBe(200)
})
