import { randomUUID } from 'node:crypto'
import { publishTo } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { BLOCKS_MAX, BLOCKS_PAGE_MAX } from '@zing/proto/limits'
import { pushSubject } from '@zing/proto/nats/broadcasts'
import { blockCreated, blockRemoved, matchCreated, matchEnded, notificationCreated } from '@zing/proto/nats/events'
import { getBlockBetween, getBlockPage } from '@zing/proto/nats/rpc/chat'
import { RPC_TIMEOUT_MS } from '@zing/proto/nats/rpc/contract'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from './setup-chat.ts'
import { likeOf, type TestUser } from './test-users.ts'

/** Frames that a tab gets for an announced like. */
const LIKE_FRAMES = ['NEW_LIKE', 'NOTIFICATION', 'NOTIFICATION_COUNT']

const {
  nats,
  db,
  chat,
  secondInstance,
  events,
  publishEvent,
  eventsHandled,
  setPair,
  delayRpc,
  newUser,
  newMatch,
  matchEvent,
  onSecondInstance,
  connect,
  sendMessage,
  listMessages,
} = await setupChat()

type Tab = Awaited<ReturnType<typeof connect>>

test('SEC-63 a block ends every channel both ways, on both processes, for old and new sockets (4.block.2, 6.blocked, 7.received.USER_BLOCKED)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await sendMessage(ben, ada, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben, secondInstance.url)]
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
  await vi.waitFor(() => expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(2), WAIT)
  await vi.waitFor(
    () => expect(benTab.of('USER_BLOCKED')).toEqual([{ type: 'USER_BLOCKED', blockedBy: ada.userId }]),
    WAIT,
  )
  await vi.waitFor(
    () =>
      expect(events.of(blockCreated).filter(({ blockerId }) => blockerId === ada.userId)).toMatchObject([
        { blockedId: ben.userId },
      ]),
    WAIT,
  )
  await expectSilence([ada, adaTab], [ben, benTab], 1)
  for (const tab of [adaTab, benTab]) tab.ws.close()
  await vi.waitFor(() => expect([adaTab.code(), benTab.code()]).not.toContain(null), WAIT)
  await expectSilence([ada, await connect(ada, secondInstance.url)], [ben, await connect(ben)], 2)
  expect((await ada.call(contract.listBlocks)).body).toEqual([ben.userId])
  expect((await ben.call(contract.listBlocks)).body).toEqual([])
})

test('INV-9 a user who is blocked before chat knows the match learns it at the match’s end', async () => {
  const [ada, ben, cleo] = [newUser('Ada'), newUser('Ben'), newUser('Cleo')]
  const [adaTab, benTab, cleoTab] = [await connect(ada), await connect(ben), await connect(cleo)]
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  await ada.call(contract.blockUser, { body: { blockedUserId: cleo.userId } })
  await cleo.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  for (const other of [ben, cleo]) {
    const match = matchEvent(ada, other)
    await publishEvent(matchCreated, match, { rev: 2 })
    await publishEvent(matchEnded, { userIds: match.userIds }, { rev: 3 })
    await publishEvent(matchEnded, { userIds: match.userIds }, { rev: 3 })
  }
  await vi.waitFor(() => expect(benTab.of('USER_BLOCKED')).toHaveLength(1), WAIT)
  await eventsHandled()
  await expectNextFrame([ada, adaTab], [ben, benTab], [cleo, cleoTab])
  expect(benTab.of('USER_BLOCKED')).toEqual([{ type: 'USER_BLOCKED', blockedBy: ada.userId }])
  expect([...adaTab.of('USER_BLOCKED'), ...cleoTab.of('USER_BLOCKED')]).toEqual([])
  expect([adaTab, benTab, cleoTab].flatMap((tab) => [...tab.of('NEW_MATCH'), ...tab.of('MATCH_ENDED')])).toEqual([])
})

/** Waits until a later frame has arrived at each socket. An earlier frame would have arrived too. */
async function expectNextFrame(...tabs: [TestUser, Tab][]): Promise<void> {
  const dora = newUser('Dora')
  for (const [{ userId }] of tabs) await publishEvent(notificationCreated, likeOf(dora, { userId }))
  for (const [, tab] of tabs) await vi.waitFor(() => expect(tab.of('NEW_LIKE')).toHaveLength(1), WAIT)
}

/**
 * Tries every channel between two blocked users. Only a third user's later event may arrive. In the second round the blocked
 * user connects before the match ends, and gets the block itself.
 */
async function expectSilence(one: [TestUser, Tab], two: [TestUser, Tab], round: number): Promise<void> {
  const before = [one, two].map(([, { frames }]) => frames.length)
  for (const [[me, tab], [them]] of [
    [one, two],
    [two, one],
  ] as const) {
    expect((await me.call(contract.listMessages, { params: { id: them.userId } })).status).toBe(404)
    expect((await me.call(contract.readMessages, { params: { id: them.userId } })).status).toBe(404)
    expect(await sendMessage(me, them, 'x')).toMatchObject({
      status: 403,
      body: errors.mayNotMessage().body,
    })
    expect((await me.call(contract.listConversations)).body).toEqual([])
    expect((await me.call(contract.getUnread)).body).toEqual({ count: 0 })
    tab.send({ type: 'TYPING_INDICATOR', recipientId: them.userId, isTyping: true })
    tab.send({ type: 'MESSAGE_RECEIVED', partnerId: them.userId, seq: round })
    tab.send({ type: 'MESSAGE_NOTIFICATION', receiverId: them.userId, messageId: 1 })
    tab.send({ type: 'MARK_READ', senderId: them.userId })
    await publishEvent(notificationCreated, likeOf(them, me))
  }
  const [lo, hi] = [one[0], two[0]]
  await publishEvent(matchCreated, matchEvent(lo, hi), { rev: 10 * round })
  await publishEvent(matchEnded, { userIds: [lo.userId, hi.userId] }, { rev: 10 * round + 1 })
  await eventsHandled() // the other process may handle the next event first, and the end would be an old state
  await publishEvent(matchCreated, matchEvent(lo, hi), { rev: 10 * round + 2 })

  await eventsHandled()
  const cleo = newUser('Cleo')
  for (const [index, [me, tab]] of [one, two].entries()) {
    await publishEvent(notificationCreated, likeOf(cleo, me))
    const isTold = round === 2 && me === two[0]
    const expected = ['ERROR', ...LIKE_FRAMES, ...(isTold ? ['USER_BLOCKED'] : [])] // from MARK_READ and from Cleo
    await vi.waitFor(
      () =>
        expect(
          tab.frames
            .slice(before[index])
            .map(({ type }) => type)
            .toSorted(),
        ).toEqual(expected),
      WAIT,
    )
    expect(tab.of('NEW_LIKE').at(-1)).toMatchObject({ user: { id: cleo.userId } })
  }
}

test('SEC-65 when NATS delivers an earlier frame after the block, it is dropped', async () => {
  const [ada, ben] = newMatch()
  const adaTab = await connect(ada)
  const { body: message } = await sendMessage(ben, ada, 'before')
  await vi.waitFor(() => expect(adaTab.of('NEW_MESSAGE')).toHaveLength(1), WAIT)
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId })
  await vi.waitFor(() => expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(1), WAIT)
  const delayed = { at: Date.now(), aboutId: ben.userId, frame: { type: 'NEW_MESSAGE', message } }
  publishTo(nats, pushSubject(ada.userId), delayed)
  publishTo(nats, pushSubject(ada.userId), {
    ...delayed,
    aboutId: null,
    frame: { type: 'NOTIFICATION_COUNT', count: 7 },
  })
  await vi.waitFor(() => expect(adaTab.frames.at(-1)).toEqual({ type: 'NOTIFICATION_COUNT', count: 7 }), WAIT)
  expect(adaTab.of('NEW_MESSAGE')).toHaveLength(1)
})

test('SEC-65 when the block is confirmed, no message of a flood arrives any more', async () => {
  const [ada, ben] = newMatch()
  const adaTab = await connect(ada)
  const flood = Array.from({ length: 200 }, (_, i) => (i % 2 ? ben : { ...ben, ...onSecondInstance(ben) })).map(
    (from, i) => sendMessage(from, ada, `n${i}`),
  )
  let blocks = 0
  await vi.waitFor(() => {
    if (blocks === adaTab.of('ERROR').length) {
      adaTab.send({ type: 'BLOCK_USER', blockedUserId: ben.userId }) // again, if a busy machine has refused it
      blocks += 1
    }
    expect(adaTab.of('BLOCK_CONFIRMED')).toHaveLength(1)
  }, WAIT)
  await Promise.all(flood)
  const confirmed = adaTab.frames.findIndex(({ type }) => type === 'BLOCK_CONFIRMED')
  const cleo = newUser('Cleo')
  await publishEvent(notificationCreated, likeOf(cleo, ada))
  await vi.waitFor(() => expect(adaTab.of('NOTIFICATION_COUNT')).toHaveLength(1), WAIT)
  expect(adaTab.frames.slice(confirmed + 1).map(({ type }) => type)).toEqual(LIKE_FRAMES)
})

test('SEC-68 an unmatched user can be blocked twice over HTTP, oneself cannot (3.blocks, 7.blocking)', async () => {
  const [ada, ben] = [newUser(), newUser()]
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
    body: errors.ownBlock().body,
  })
  const { items } = await request(nats, getBlockPage, { after: '' })
  expect(items.filter(({ blockerId }) => [ada.userId, ben.userId].includes(blockerId))).toHaveLength(2)
})

test('SEC-68 a user who does not exist cannot be blocked, over HTTP or the socket', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const unknown = 1_000_000 + ada.userId
  expect(await ada.call(contract.blockUser, { body: { blockedUserId: unknown } })).toMatchObject({
    status: 404,
    body: errors.userNotFound().body,
  })
  const adaTab = await connect(ada)
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: unknown })
  const rejected = {
    type: 'ERROR',
    code: 'BLOCK_USER_FAILED',
    message: errors.userNotFound.message,
    reason: 'USER_NOT_FOUND',
  }
  await vi.waitFor(() => expect(adaTab.of('ERROR')).toEqual([rejected]), WAIT)

  const stranger = newUser()
  delayRpc(2 * RPC_TIMEOUT_MS)
  expect(await ada.call(contract.blockUser, { body: { blockedUserId: stranger.userId } })).toMatchObject({
    status: 503,
    body: errors.unavailable().body,
  })
  expect((await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })).status).toBe(201) // auth is not asked
  expect((await ada.call(contract.listBlocks)).body).toEqual([ben.userId])
  expect(await db.collection('conversations').countDocuments({ members: { $in: [unknown, stranger.userId] } })).toBe(0)
})

test('SEC-68 a user can block BLOCKS_MAX users, and more matches; the list comes in pages', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const ids = Array.from({ length: BLOCKS_MAX }, (_, i) => 2_000_000 + i)
  await db.collection<{ _id: string }>('conversations').insertMany(
    ids.map((id) => ({
      _id: `${ada.userId}:${id}`,
      members: [ada.userId, id],
      blockedBy: [ada.userId],
      epoch: 0,
    })),
  )
  const full = { status: 403, body: errors.tooManyBlocks().body }
  expect(await ada.call(contract.blockUser, { body: { blockedUserId: newUser().userId } })).toMatchObject(full)
  expect((await ada.call(contract.blockUser, { body: { blockedUserId: ids[0] } })).status).toBe(201)
  expect((await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })).status).toBe(201)

  const pages: number[][] = []
  for (let next: string | null = '/api/blocks?limit=400'; next; ) {
    const query = Object.fromEntries(new URL(next, chat.url).searchParams)
    const page: Awaited<ReturnType<typeof blockPage>> = await blockPage(ada, query)
    pages.push(page.ids)
    next = page.next
  }
  expect(pages.map(({ length }) => length)).toEqual([400, 400, 201])
  expect(pages.flat().toSorted((a, b) => a - b)).toEqual([ben.userId, ...ids])
  const { ids: first, next } = await blockPage(ada)
  expect(first).toHaveLength(BLOCKS_PAGE_MAX)
  expect(next).toMatch(/^\/api\/blocks\?cursor=\d+$/)
})

async function blockPage(user: TestUser, query: Record<string, string> = {}) {
  const { body, headers } = await user.call(contract.listBlocks, { query })
  return { ids: body, next: /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null }
}

test('SEC-63 social learns of a confirmed block when it asks', async () => {
  const [ada, ben, cleo] = [newUser(), newUser(), newUser()]
  await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  const between = (a: TestUser, b: TestUser) => request(nats, getBlockBetween, { userIds: [a.userId, b.userId] })
  expect([await between(ada, ben), await between(ada, cleo)]).toEqual([{ isBlocked: true }, { isBlocked: false }])
})

test('SEC-67 only a match learns of a block', async () => {
  const [ada, ben] = [newUser('Ada'), newUser('Ben')]
  const [cleo, dan] = newMatch()
  await sendMessage(cleo, dan, 'hi')
  setPair(cleo, dan, { matchedAt: null, rev: 3 })
  await publishEvent(matchEnded, { userIds: [cleo.userId, dan.userId] }, { rev: 3 })
  await vi.waitFor(async () => expect((await sendMessage(cleo, dan, 'x')).status).toBe(403), WAIT)

  for (const [blocker, blocked] of [
    [ada, ben],
    [cleo, dan],
  ] as const) {
    const [tab, blockedTab] = [await connect(blocker), await connect(blocked)]
    for (let i = 0; i < 2; i++) tab.send({ type: 'BLOCK_USER', blockedUserId: blocked.userId })
    await vi.waitFor(() => expect(tab.of('BLOCK_CONFIRMED')).toHaveLength(2), WAIT)
    expect(blockedTab.frames.map(({ type }) => type)).toEqual(['CONNECTED']) // pushes within one process are direct
  }
})

test('SEC-64 a block does not affect conversations with a third user', async () => {
  const [ada, ben] = newMatch()
  const cleo = newUser('Cleo')
  for (const [rev, other] of [ada, ben].entries()) {
    await publishEvent(matchCreated, matchEvent(other, cleo), { rev: rev + 2 })
    await vi.waitFor(async () => expect((await sendMessage(other, cleo, 'hi')).status).toBe(201), WAIT)
  }
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  for (const other of [ada, ben]) {
    expect((await sendMessage(cleo, other, 'hello')).status).toBe(201)
    expect((await listMessages(other, cleo)).at(-1)).toMatchObject({ content: 'hello' })
  }
  expect((await cleo.call(contract.listConversations)).body).toHaveLength(2)
})

test('SEC-68 when two users block each other at once, both blocks are stored and published once', async () => {
  for (const [ada, ben] of [newMatch(), [newUser(), newUser()] as const]) {
    const block = (me: typeof ada, them: typeof ada) =>
      me.call(contract.blockUser, { body: { blockedUserId: them.userId } })
    const responses = await Promise.all([
      block(ada, ben),
      block({ ...ben, ...onSecondInstance(ben) }, ada),
      block(ada, ben),
    ])
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect([(await ada.call(contract.listBlocks)).body, (await ben.call(contract.listBlocks)).body]).toEqual([
      [ben.userId],
      [ada.userId],
    ])
    const published = () =>
      events
        .of(blockCreated)
        .filter(({ blockerId }) => blockerId === ada.userId || blockerId === ben.userId)
        .map(({ blockerId, blockedId }) => [blockerId, blockedId])
        .toSorted(([a], [b]) => Number(a) - Number(b))
    await vi.waitFor(
      () =>
        expect(published()).toEqual([
          [ada.userId, ben.userId],
          [ben.userId, ada.userId],
        ]),
      WAIT,
    )
  }
})

test('a user who blocked first gets no frame when blocked in return', async () => {
  const [ada, ben] = newMatch()
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  benTab.send({ type: 'BLOCK_USER', blockedUserId: ada.userId })
  await vi.waitFor(() => expect(benTab.of('BLOCK_CONFIRMED')).toHaveLength(1), WAIT)
  expect(adaTab.frames.map(({ type }) => type)).toEqual(['CONNECTED'])
})

test('when a user blocks themselves over the socket, they get an ERROR frame', async () => {
  const ada = newUser()
  const adaTab = await connect(ada)
  adaTab.send({ type: 'BLOCK_USER', blockedUserId: ada.userId })
  const rejected = { type: 'ERROR', code: 'BLOCK_USER_FAILED', message: errors.ownBlock.message, reason: 'OWN_BLOCK' }
  await vi.waitFor(() => expect(adaTab.of('ERROR')).toEqual([rejected]), WAIT)
  expect((await ada.call(contract.listBlocks)).body).toEqual([])
})

test('SEC-67 a blocked user and a stranger get the same responses', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await ada.call(contract.blockUser, { body: { blockedUserId: ben.userId } })
  const stranger = newUser()
  const responsesFor = async (other: typeof ada) =>
    Promise.all([
      sendMessage(ben, other, 'hi', randomUUID()),
      ben.call(contract.listMessages, { params: { id: other.userId } }),
      ben.call(contract.readMessages, { params: { id: other.userId } }),
    ]).then((all) => all.map(({ status, body }) => [status, body]))
  expect(await responsesFor(ada)).toEqual(await responsesFor(stranger))
})

const block = (me: TestUser, them: TestUser) => me.call(contract.blockUser, { body: { blockedUserId: them.userId } })
const unblock = (me: TestUser, them: TestUser) => me.call(contract.unblockUser, { params: { id: them.userId } })

test('an unblock is idempotent, ends the listing, and opens no conversation until a new match (10.account.unblock)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  await block(ada, ben)
  for (let i = 0; i < 2; i++) expect((await unblock(ada, ben)).status).toBe(204)
  expect((await unblock(ada, newUser())).status).toBe(204)
  expect((await ada.call(contract.listBlocks)).body).toEqual([])
  for (const [me, them] of [
    [ada, ben],
    [ben, ada],
  ] as const) {
    expect((await sendMessage(me, them, 'x')).status).toBe(403) // although social’s end of the match has not arrived
    expect((await me.call(contract.listMessages, { params: { id: them.userId } })).status).toBe(404)
    expect((await me.call(contract.listConversations)).body).toEqual([])
  }
  expect(await request(nats, getBlockBetween, { userIds: [ada.userId, ben.userId] })).toEqual({ isBlocked: false })
  setPair(ada, ben, { matchedAt: null, rev: 3 })
  await publishEvent(matchEnded, { userIds: [ada.userId, ben.userId] }, { rev: 3 })
  await publishEvent(matchCreated, matchEvent(ada, ben), { rev: 5 })
  await vi.waitFor(async () => expect((await sendMessage(ben, ada, 'anew')).status).toBe(201), WAIT)
  expect((await listMessages(ada, ben)).map(({ content }) => content)).toEqual(['hi', 'anew'])
})

test('the events of blocks and their ends are published once each, with rising revs', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const mine = ({ blockerId }: { blockerId: number }) => blockerId === ada.userId
  for (const call of [block, block, unblock, unblock, block]) await call(ada, ben)
  const revs = () =>
    [events.of(blockCreated), events.of(blockRemoved)].map((all) => all.filter(mine).map(({ rev }) => rev))
  await vi.waitFor(() => expect(revs()).toEqual([[1, 3], [2]]), WAIT)
  const { items } = await request(nats, getBlockPage, { after: `${ada.userId}:` })
  expect(items.filter(mine)).toEqual([{ blockerId: ada.userId, blockedId: ben.userId, rev: 3, epoch: 0 }])
})

test('SEC-67 the unblocked user gets no frame, and later frames arrive on all processes again', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben, secondInstance.url)]
  await block(ada, ben)
  await vi.waitFor(() => expect(benTab.of('USER_BLOCKED')).toHaveLength(1), WAIT)
  const before = benTab.frames.length
  await unblock(ada, ben)
  await vi.waitFor(
    () => expect(adaTab.of('BLOCK_REMOVED')).toEqual([{ type: 'BLOCK_REMOVED', unblockedUserId: ben.userId }]),
    WAIT,
  )
  await publishEvent(notificationCreated, likeOf(ada, ben))
  await publishEvent(notificationCreated, likeOf(ben, ada))
  await vi.waitFor(() => expect([adaTab, benTab].map((tab) => tab.of('NEW_LIKE').length)).toEqual([1, 1]), WAIT)
  expect(benTab.frames.slice(before).map(({ type }) => type)).toEqual(LIKE_FRAMES)
})

test('an unblock leaves the block by the other user in force', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const adaTab = await connect(ada)
  await block(ada, ben)
  await block(ben, ada)
  await unblock(ada, ben)
  expect([(await ada.call(contract.listBlocks)).body, (await ben.call(contract.listBlocks)).body]).toEqual([
    [],
    [ada.userId],
  ])
  expect((await sendMessage(ada, ben, 'x')).status).toBe(403)
  await publishEvent(notificationCreated, likeOf(ben, ada))
  await eventsHandled()
  await expectNextFrame([ada, adaTab])
})

test('SEC-68 blocks that have ended make room for others', async () => {
  const ada = newUser()
  const ids = Array.from({ length: BLOCKS_MAX - 1 }, (_, i) => 3_000_000 + i)
  await db
    .collection<{ _id: string }>('conversations')
    .insertMany(
      ids.map((id) => ({ _id: `${ada.userId}:${id}`, members: [ada.userId, id], blockedBy: [ada.userId], epoch: 0 })),
    )
  const [ben, cleo] = [newUser(), newUser()]
  expect([(await block(ada, ben)).status, (await block(ada, cleo)).status]).toEqual([201, 403])
  await unblock(ada, ben)
  expect((await block(ada, cleo)).status).toBe(201)
})
