import { randomUUID } from 'node:crypto'
import { publishTo } from '@zing/kit/nats/broadcast'
import { request } from '@zing/kit/nats/rpc'
import * as contract from '@zing/proto/http/chat'
import { messages } from '@zing/proto/http/errors'
import { pushSubject } from '@zing/proto/nats/broadcasts'
import { blockCreated, likeCreated, matchCreated, matchEnded, notificationCreated } from '@zing/proto/nats/events'
import { getBlockPage } from '@zing/proto/nats/rpc'
import { expect, test, vi } from 'vitest'
import { now, type Person, setupChat, soon } from './setup-chat.ts'

const { nats, second, facts, announce, newPerson, newMatch, matched, elsewhere, connect, say, readFrom } =
  await setupChat()

type Tab = Awaited<ReturnType<typeof connect>>

test('SEC-63 a block ends every channel in both directions, on both processes, for sockets opened before and after', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'hi')
  await say(ben, ada, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben, second.url)]
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
  await vi.waitFor(() => expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(2), soon)
  await vi.waitFor(
    () => expect(benTab.of('USER_BLOCKED')).toEqual([{ type: 'USER_BLOCKED', blockedBy: ada.userId }]),
    soon,
  )
  await vi.waitFor(
    () =>
      expect(facts.of(blockCreated).filter(({ blockerId }) => blockerId === ada.userId)).toMatchObject([
        { blockedId: ben.userId },
      ]),
    soon,
  )
  await expectSilence([ada, adaTab], [ben, benTab], 1)
  for (const tab of [adaTab, benTab]) tab.ws.close()
  await vi.waitFor(() => expect([adaTab.code(), benTab.code()]).not.toContain(null), soon)
  await expectSilence([ada, await connect(ada, second.url)], [ben, await connect(ben)], 2)
  expect((await ada.call(contract.listBlocks)).body).toEqual([ben.userId])
  expect((await ben.call(contract.listBlocks)).body).toEqual([])
})

/** Tries every way to reach each other; all that arrives is what somebody else does afterwards. */
async function expectSilence(one: [Person, Tab], two: [Person, Tab], round: number): Promise<void> {
  const known = [one, two].map(([, { frames }]) => frames.length)
  for (const [[me, tab], [them]] of [
    [one, two],
    [two, one],
  ] as const) {
    expect((await me.call(contract.listMessages, { params: { id: them.userId } })).status).toBe(404)
    expect((await me.call(contract.readMessages, { params: { id: them.userId } })).status).toBe(404)
    expect(await say(me, them, 'x')).toMatchObject({ status: 403, body: { message: messages.mayNotMessage } })
    expect((await me.call(contract.listConversations)).body).toEqual([])
    expect((await me.call(contract.getUnread)).body).toEqual({ count: 0 })
    tab.send({ type: 'TYPING_INDICATOR', recipientId: them.userId, isTyping: true })
    tab.send({ type: 'MESSAGE_RECEIVED', partnerId: them.userId, seq: round })
    tab.send({ type: 'MESSAGE_NOTIFICATION', receiverId: them.userId, messageId: 1 })
    tab.send({ type: 'MARK_READ', senderId: them.userId })
    await announce(likeCreated, { likerId: them.userId, likedId: me.userId, liker: them.card })
    await announce(notificationCreated, { userId: me.userId, notification: likeNotification(them), unread: 1 })
  }
  const [lo, hi] = [one[0], two[0]]
  await announce(matchCreated, matched(lo, hi), { rev: 10 * round })
  await announce(matchEnded, { userIds: [lo.userId, hi.userId] }, { rev: 10 * round + 1 })
  await announce(matchCreated, matched(lo, hi), { rev: 10 * round + 2 })

  const cleo = newPerson('Cleo')
  for (const [index, [me, tab]] of [one, two].entries()) {
    await announce(likeCreated, { likerId: cleo.userId, likedId: me.userId, liker: cleo.card })
    const expected = ['ERROR', 'NEW_LIKE'] // of MARK_READ, and of Cleo
    await vi.waitFor(
      () =>
        expect(
          tab.frames
            .slice(known[index])
            .map(({ type }) => type)
            .toSorted(),
        ).toEqual(expected),
      soon,
    )
    expect(tab.of('NEW_LIKE').at(-1)).toMatchObject({ user: { id: cleo.userId } })
  }
}

function likeNotification({ userId, card }: Person) {
  const payload = { userId, name: card.name, selfie: null }
  return { id: 1, type: 'LIKE' as const, payload, createdAt: now(), readAt: null }
}

test('SEC-65 what another process sent before the block and the broker delivers after it is dropped', async () => {
  const [ada, ben] = newMatch()
  const adaTab = await connect(ada)
  const { body: message } = await say(ben, ada, 'before')
  await vi.waitFor(() => expect(adaTab.of('NEW_MESSAGE')).toHaveLength(1), soon)
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
  await vi.waitFor(() => expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(1), soon)
  const late = { at: Date.now(), aboutId: ben.userId, frame: { type: 'NEW_MESSAGE', message } }
  publishTo(nats, pushSubject(ada.userId), late)
  publishTo(nats, pushSubject(ada.userId), { ...late, aboutId: null, frame: { type: 'NOTIFICATION_COUNT', count: 7 } })
  await vi.waitFor(() => expect(adaTab.frames.at(-1)).toEqual({ type: 'NOTIFICATION_COUNT', count: 7 }), soon)
  expect(adaTab.of('NEW_MESSAGE')).toHaveLength(1)
})

test('SEC-65 nothing of a flood arrives after the confirmation', async () => {
  const [ada, ben] = newMatch()
  const adaTab = await connect(ada)
  const flood = Array.from({ length: 200 }, (_, i) => (i % 2 ? ben : { ...ben, ...elsewhere(ben) })).map((from, i) =>
    say(from, ada, `n${i}`),
  )
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
  await Promise.all(flood)
  await vi.waitFor(() => expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(1), soon)
  const confirmed = adaTab.frames.findIndex(({ type }) => type === 'BLOCK_CONFIRMED')
  const [cleo] = [newPerson('Cleo')]
  await announce(likeCreated, { likerId: cleo.userId, likedId: ada.userId, liker: cleo.card })
  await vi.waitFor(() => expect(adaTab.of('NEW_LIKE')).toHaveLength(1), soon)
  expect(adaTab.frames.slice(confirmed + 1).map(({ type }) => type)).toEqual(['NEW_LIKE'])
})

test('SEC-68 unmatched, twice, over HTTP, oneself', async () => {
  const [ada, ben] = [newPerson(), newPerson()]
  for (let i = 0; i < 2; i++) {
    expect(await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })).toMatchObject({
      status: 201,
      body: { blockedUserId: ben.userId },
    })
  }
  await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  expect([(await ada.call(contract.listBlocks)).body, (await ben.call(contract.listBlocks)).body]).toEqual([
    [ben.userId],
    [ada.userId],
  ])
  expect(await ada.call(contract.blockUser, { body: { blockedUserId: ada.userId } })).toMatchObject({
    status: 400,
    body: { message: messages.ownBlock },
  })
  const { items } = await request(nats, getBlockPage, { after: '' })
  expect(items.filter(({ blockerId }) => [ada.userId, ben.userId].includes(blockerId))).toHaveLength(2)
})
test('SEC-64 a third user keeps both', async () => {
  const [ada, ben] = newMatch()
  const cleo = newPerson('Cleo')
  for (const [rev, other] of [ada, ben].entries()) {
    await announce(matchCreated, matched(other, cleo), { rev: rev + 2 })
    await vi.waitFor(async () => expect((await say(other, cleo, 'hi')).status).toBe(201), soon)
  }
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  for (const other of [ada, ben]) {
    expect((await say(cleo, other, 'hello')).status).toBe(201)
    expect((await readFrom(other, cleo)).at(-1)).toMatchObject({ content: 'hello' })
  }
  expect((await cleo.call(contract.listConversations)).body).toHaveLength(2)
})

test('SEC-68 both block each other in the same instant: both blocks stand, each is announced once', async () => {
  for (const [ada, ben] of [newMatch(), [newPerson(), newPerson()] as const]) {
    const block = (me: typeof ada, them: typeof ada) =>
      me.call(contract.blockUser, { body: { blockedUserId: them.userId } })
    const answers = await Promise.all([block(ada, ben), block({ ...ben, ...elsewhere(ben) }, ada), block(ada, ben)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect([(await ada.call(contract.listBlocks)).body, (await ben.call(contract.listBlocks)).body]).toEqual([
      [ben.userId],
      [ada.userId],
    ])
    const announced = () =>
      facts
        .of(blockCreated)
        .filter(({ blockerId }) => blockerId === ada.userId || blockerId === ben.userId)
        .map(({ blockerId, blockedId }) => [blockerId, blockedId])
        .toSorted(([a], [b]) => Number(a) - Number(b))
    await vi.waitFor(
      () =>
        expect(announced()).toEqual([
          [ada.userId, ben.userId],
          [ben.userId, ada.userId],
        ]),
      soon,
    )
  }
})

test('whoever blocked first hears nothing of being blocked in return', async () => {
  const [ada, ben] = newMatch()
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  benTab.send({ type: 'BLOCK_USER', blockedUserId: ada.userId })
  await vi.waitFor(() => expect(benTab.of('BLOCK_CONFIRMED')).toHaveLength(1), soon)
  expect(adaTab.frames.map(({ type }) => type)).toEqual(['CONNECTED'])
})

test('a block of oneself over the socket is answered with an error', async () => {
  const ada = newPerson()
  const adaTab = await connect(ada)
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ada.userId })
  const refused = { type: 'ERROR', code: 'BLOCK_USER_FAILED', message: messages.ownBlock }
  await vi.waitFor(() => expect(adaTab.of('ERROR')).toEqual([refused]), soon)
  expect((await ada.call(contract.listBlocks)).body).toEqual([])
})

test('SEC-67 a blocked one and a stranger get the same answers', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'hi')
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  const stranger = newPerson()
  const answers = async (other: typeof ada) =>
    Promise.all([
      say(ben, other, 'hi', randomUUID()),
      ben.call(contract.listMessages, { params: { id: other.userId } }),
      ben.call(contract.readMessages, { params: { id: other.userId } }),
    ]).then((all) => all.map(({ status, body }) => [status, body]))
  expect(await answers(ada)).toEqual(await answers(stranger))
})
