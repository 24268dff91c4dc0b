import { deadlineHeader } from '@zing/kit/timing/deadline'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/chat'
import { matchEnded } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { now } from '../fake-others.ts'
import { setupChat } from '../setup-chat.ts'
import { conversationOf, type TestUser } from '../test-users.ts'

const { db, publishEvent, newUser, newMatch, setPair, sendMessage, delayRpc } = await setupChat()

const DEADLINE_MS = 300
type Headers = Record<string, string>
type Users = [TestUser, TestUser]

/** A conversation with an unread message; only social knows that it is open again. */
async function newRematch(): Promise<Users> {
  const [ada, ben] = newMatch()
  await sendMessage(ben, ada, 'hi')
  setPair(ada, ben, { matchedAt: null, rev: 3 })
  await publishEvent(matchEnded, { userIds: [ada.userId, ben.userId] }, { rev: 3 })
  await vi.waitFor(async () => expect((await sendMessage(ada, ben, 'x')).status).toBe(403), WAIT)
  setPair(ada, ben, { matchedAt: now(), rev: 4 })
  return [ada, ben]
}

test.each<[string, () => Users | Promise<Users>, (ada: TestUser, ben: TestUser, headers: Headers) => unknown]>([
  [
    'sends no message',
    newMatch,
    (ada, ben, headers) =>
      ada.call(contract.sendMessage, { body: { receiverId: ben.userId, content: 'late' }, headers }),
  ],
  [
    'blocks no user',
    () => [newUser(), newUser()],
    (ada, ben, headers) => ada.call(contract.blockUser, { body: { blockedUserId: ben.userId }, headers }),
  ],
  [
    'marks no message as read',
    newRematch,
    (ada, ben, headers) => ada.call(contract.readMessages, { params: { id: ben.userId }, headers }),
  ],
])('INV-6 a request that waited for another service past its deadline %s', async (_what, newUsers, call) => {
  const [ada, ben] = await newUsers()
  const stateOf = async () => {
    const _id = conversationOf(ada, ben)
    const stored = await db.collection<{ _id: string }>('conversations').findOne({ _id })
    const { seq = 0, seen = { lo: 0, hi: 0 }, blockedBy = [] } = (stored ?? {}) as Record<string, unknown>
    return { seq, seen, blockedBy }
  }
  const before = await stateOf()
  delayRpc(2 * DEADLINE_MS)
  const headers = { [DEADLINE_HEADER]: deadlineHeader(performance.now() + DEADLINE_MS) }
  expect(await call(ada, ben, headers)).toMatchObject({ status: 503 })
  expect(await stateOf()).toEqual(before)
})
