import { errors } from '@zing/proto/errors'
import { listBlocks } from '@zing/proto/http/chat'
import { EVIDENCE_MESSAGES_MAX, EVIDENCE_TEXT_MAX_BYTES, MESSAGE_MAX } from '@zing/proto/limits'
import { blockCreated, matchEnded, notificationCreated } from '@zing/proto/nats/events'
import { blockForReporter, getMessageEvidence } from '@zing/proto/nats/rpc/chat'
import { membersOf } from '@zing/proto/pair-key'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { now } from './fake-others.ts'
import { setupChat } from './setup-chat.ts'
import { conversationOf, type TestUser } from './test-users.ts'

const { nats, db, events, publishEvent, newUser, newMatch, setPair, connect, sendMessage, listMessages } =
  await setupChat()
const conversations = db.collection<{ _id: string; pending: unknown[]; matched: boolean }>('conversations')

async function evidenceOf(a: TestUser, b: TestUser, marked: number[] = []) {
  const userIds = membersOf(a.userId, b.userId)
  return (await request(nats, getMessageEvidence, { userIds, marked })).messages
}

async function talk(count: number) {
  const [ada, ben] = newMatch()
  const ids: number[] = []
  for (let i = 1; i <= count; i++) {
    const [from, to] = i % 2 ? [ada, ben] : [ben, ada]
    ids.push((await sendMessage(from, to, `Message ${i}`)).body.id)
  }
  return { ada, ben, ids }
}

/** Resolves when every message has moved from its conversation to the collection of messages. */
async function flushed(a: TestUser, b: TestUser): Promise<void> {
  const _id = conversationOf(a, b)
  await vi.waitFor(async () => expect((await conversations.findOne({ _id }))?.pending).toEqual([]), WAIT)
}

describe('SEC-133 evidence', () => {
  test('the messages around the marked ones, flushed or not, are as they were sent', async () => {
    const { ada, ben, ids } = await talk(6)
    const marked = ids[2] ?? 0
    const fresh = await evidenceOf(ada, ben, [marked])
    await flushed(ada, ben)
    const later = await evidenceOf(ben, ada, [marked])
    expect(later).toEqual(fresh)
    expect(fresh.map(({ seq, content, isMarked }) => ({ seq, content, isMarked }))).toEqual(
      [1, 2, 3, 4, 5, 6].map((seq) => ({ seq, content: `Message ${seq}`, isMarked: seq === 3 })),
    )
    expect(fresh.map(({ senderId }) => senderId)).toEqual(
      [1, 2, 3, 4, 5, 6].map((i) => (i % 2 ? ada.userId : ben.userId)),
    )
  })

  test('it has at most a hundred messages, around the mark and not the newest', async () => {
    const { ada, ben, ids } = await talk(EVIDENCE_MESSAGES_MAX + 20)
    const found = await evidenceOf(ada, ben, [ids[0] ?? 0])
    expect(found).toHaveLength(EVIDENCE_MESSAGES_MAX)
    expect([found[0]?.seq, found.at(-1)?.seq]).toEqual([1, EVIDENCE_MESSAGES_MAX])
    const unmarked = await evidenceOf(ada, ben)
    expect(unmarked.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => EVIDENCE_MESSAGES_MAX + i + 1))
  })

  test('SEC-132 evidence has a size limit around the mark, so that many reports fit into a case', async () => {
    const [ada, ben] = newMatch()
    const ids: number[] = []
    for (let i = 1; i <= 40; i++) ids.push((await sendMessage(ada, ben, '🐎'.repeat(MESSAGE_MAX))).body.id)
    const found = await evidenceOf(ben, ada, [ids[19] ?? 0])
    const bytes = found.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
    expect(bytes).toBeLessThanOrEqual(EVIDENCE_TEXT_MAX_BYTES)
    expect(bytes).toBeGreaterThan(EVIDENCE_TEXT_MAX_BYTES - 4 * MESSAGE_MAX)
    expect(found.filter(({ isMarked }) => isMarked).map(({ seq }) => seq)).toEqual([20])
    expect(found.map(({ seq }) => seq)).toEqual(found.map((_, i) => (found[0]?.seq ?? 0) + i))
  })

  test('an unmatch and a block hide nothing from it', async () => {
    const { ada, ben, ids } = await talk(2)
    setPair(ada, ben, { matchedAt: null, rev: 3 })
    await publishEvent(matchEnded, { userIds: [ada.userId, ben.userId] }, { rev: 3 })
    await vi.waitFor(async () => {
      expect((await conversations.findOne({ _id: conversationOf(ada, ben) }))?.matched).toBe(false)
    }, WAIT)
    await request(nats, blockForReporter, { blockerId: ada.userId, blockedId: ben.userId })
    expect((await evidenceOf(ada, ben, [ids[1] ?? 0])).map(({ content }) => content)).toEqual([
      'Message 1',
      'Message 2',
    ])
  })

  test('a foreign mark is refused, and without a conversation there are no messages', async () => {
    const [one, two] = [await talk(1), await talk(1)]
    const foreign = evidenceOf(one.ada, one.ben, [two.ids[0] ?? 0])
    await expect(foreign).rejects.toMatchObject({ status: 400, message: errors.foreignMessages.message })
    await expect(evidenceOf(one.ada, two.ada, [1])).rejects.toMatchObject({ status: 400 })
    expect(await evidenceOf(one.ada, two.ada)).toEqual([])
  })

  test('it changes nothing for the two users: no message becomes delivered', async () => {
    const { ada, ben } = await talk(1)
    await evidenceOf(ben, ada)
    expect((await listMessages(ada, ben)).map(({ status }) => status)).toEqual(['sent'])
  })
})

test('a block for a reporter is the user’s own block, even when repeated', async () => {
  const [ada, ben] = [newUser(), newUser()]
  for (let i = 0; i < 2; i++) await request(nats, blockForReporter, { blockerId: ada.userId, blockedId: ben.userId })
  expect((await ada.call(listBlocks)).body).toEqual([ben.userId])
  expect((await ben.call(listBlocks)).body).toEqual([])
  await vi.waitFor(
    () => expect(events.of(blockCreated).filter(({ blockerId }) => blockerId === ada.userId)).toHaveLength(1),
    WAIT,
  )
})

test('a moderators’ notification is pushed, although it is about no user', async () => {
  const ada = newUser()
  const socket = await connect(ada)
  const payload = { reason: 'hate' as const, text: null }
  const notification = { id: 1, type: 'WARNING' as const, payload, createdAt: now(), readAt: null }
  await publishEvent(notificationCreated, { userId: ada.userId, notification, unread: 1, isAnnounced: true })
  await vi.waitFor(() => expect(socket.of('NOTIFICATION')).toEqual([{ type: 'NOTIFICATION', notification }]), WAIT)
  expect(socket.of('NOTIFICATION_COUNT')).toMatchObject([{ count: 1 }])
})
