import { publishTo } from '@zing/kit/nats/broadcast'
import { request } from '@zing/kit/nats/rpc'
import * as contract from '@zing/proto/http/chat'
import { epochRaised } from '@zing/proto/nats/broadcasts'
import { likeCreated, matchCreated, matchEnded, notificationCreated } from '@zing/proto/nats/events'
import { resetOf } from '@zing/proto/nats/rpc'
import { expect, test, vi } from 'vitest'
import { conversationOf, now, setupChat, soon } from './setup-chat.ts'

const { nats, startChat, announce, db, newPerson, newMatch, setPair, matched, connect, say } = await setupChat()

test('a match opens the conversation and is pushed to both; its end closes it; late and repeated events change nothing', async () => {
  const [ada, ben] = [newPerson('Ada'), newPerson('Ben')]
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  const match = matched(ada, ben)
  await announce(matchCreated, match, { rev: 2 })
  await vi.waitFor(
    () =>
      expect(adaTab.of('NEW_MATCH')).toEqual([
        { type: 'NEW_MATCH', match: { ...ben.card, matchedAt: match.matchedAt } },
      ]),
    soon,
  )
  await vi.waitFor(() => expect(benTab.of('NEW_MATCH')).toHaveLength(1), soon)
  expect((await say(ada, ben, 'hi')).status).toBe(201)

  await announce(matchEnded, { userIds: match.userIds }, { rev: 3 })
  await vi.waitFor(() => expect(benTab.of('MATCH_ENDED')).toEqual([{ type: 'MATCH_ENDED', userId: ada.userId }]), soon)
  await announce(matchCreated, match, { rev: 2 }) // late
  await announce(matchEnded, { userIds: match.userIds }, { rev: 3 }) // again
  const cleo = newPerson('Cleo')
  await announce(likeCreated, { likerId: cleo.userId, likedId: ada.userId, liker: cleo.card })
  await vi.waitFor(() => expect(adaTab.of('NEW_LIKE')).toHaveLength(1), soon)
  expect((await say(ada, ben, 'hi')).status).toBe(403)

  await announce(matchCreated, { ...match, matchedAt: now() }, { rev: 5 })
  await announce(matchCreated, match, { rev: 2 }) // late once more
  await announce(matchEnded, { userIds: match.userIds }, { rev: 4 }) // late
  await announce(likeCreated, { likerId: cleo.userId, likedId: ben.userId, liker: cleo.card })
  await vi.waitFor(() => expect(benTab.of('NEW_LIKE')).toHaveLength(1), soon)
  expect((await say(ada, ben, 'hi')).body.seq).toBe(2)
  expect([benTab.of('MATCH_ENDED'), benTab.of('NEW_MATCH')].map(({ length }) => length)).toEqual([1, 2])
})

test('a notification is pushed with the count of unread ones', async () => {
  const [ada, ben] = [newPerson('Ada'), newPerson('Ben')]
  const adaTab = await connect(ada)
  const notification = {
    id: 7,
    type: 'LIKE' as const,
    payload: { userId: ben.userId, name: 'Ben', selfie: null },
    createdAt: now(),
    readAt: null,
  }
  await announce(notificationCreated, { userId: ada.userId, notification, unread: 3 })
  await vi.waitFor(
    () => expect(adaTab.of('NOTIFICATION_COUNT')).toEqual([{ type: 'NOTIFICATION_COUNT', count: 3 }]),
    soon,
  )
  expect(adaTab.of('NOTIFICATION')).toEqual([{ type: 'NOTIFICATION', notification }])
})
test('copies are compared with social at the start: missed matches open, missed ends close, mere likes leave nothing', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'hi')
  setPair(ada, ben, { matchedAt: null, rev: 3 })
  const [cleo, dan, eve] = [newPerson('Cleo'), newPerson('Dan'), newPerson('Eve')]
  setPair(cleo, dan, { matchedAt: now(), rev: 2 })
  setPair(cleo, eve, { matchedAt: null, rev: 1 })
  const third = await startChat()
  await vi.waitFor(async () => {
    expect((await ada.call(contract.listConversations)).body).toEqual([])
    expect((await dan.call(contract.listConversations)).body).toMatchObject([{ partnerId: cleo.userId }])
  }, soon)
  await third.stop()
  expect(await conversations().findOne({ _id: conversationOf(cleo, eve) })).toBeNull()
})

test('a reset leaves no conversation and no message, and what is older does not come back', async () => {
  const [ada, ben] = newMatch()
  const [cleo, dan] = [newPerson('Cleo'), newPerson('Dan')]
  await say(ada, ben, 'hi')
  await announce(matchCreated, matched(cleo, dan), { rev: 2, epoch: 1 }) // the others were reset before chat
  await vi.waitFor(async () => expect((await say(cleo, dan, 'new')).status).toBe(201), soon)

  for (let i = 0; i < 2; i++) expect(await request(nats, resetOf('chat'), { epoch: 1 }, 5_000)).toEqual({ epoch: 1 })
  await announce(matchCreated, matched(ada, ben), { rev: 9, epoch: 0 })
  expect((await ada.call(contract.listMessages, { params: { id: ben.userId } })).status).toBe(404) // social still has it
  expect((await say(ada, ben, 'hi')).status).toBe(403)
  await vi.waitFor(
    async () => expect((await conversations().find().toArray()).map(({ epoch }) => epoch)).toEqual([1]),
    soon,
  )
  await vi.waitFor(
    async () =>
      expect((await db.collection('messages').find().toArray()).map(({ content }) => content)).toEqual(['new']),
    soon,
  )
  expect((await dan.call(contract.getUnread)).body).toEqual({ count: 1 })
})

test('while a reset is on its way nothing more is sent', async () => {
  const [ada, ben] = newMatch()
  await announce(matchCreated, matched(ada, ben), { rev: 2, epoch: 1 })
  await vi.waitFor(async () => expect((await say(ada, ben, 'hi')).status).toBe(201), soon)
  publishTo(nats, epochRaised.subject, { service: 'chat', epoch: 2 })
  await vi.waitFor(async () => expect((await say(ada, ben, 'late')).status).toBe(503), soon)
  expect(await request(nats, resetOf('chat'), { epoch: 2 }, 5_000)).toEqual({ epoch: 2 })
  expect(await conversations().countDocuments()).toBe(0)
})

function conversations() {
  return db.collection<{ _id: string; epoch: number }>('conversations')
}
