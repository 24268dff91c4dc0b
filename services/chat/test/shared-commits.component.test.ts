import { randomUUID } from 'node:crypto'
import { createLog } from '@zing/kit/observability/logger'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/chat'
import { heldDatabase } from '@zing/testing/held-database'
import { onMongoCommand } from '@zing/testing/mongo-commands'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import type { Commit } from '../src/context.ts'
import { commitTogether } from '../src/messages/commit-together.ts'
import { flushPending } from '../src/messages/flush-pending.ts'
import { createModels } from '../src/models/models.ts'
import { conversationOf, setupChat, type TestUser } from './setup-chat.ts'

const PAIRS = 12

const database = await heldDatabase(testDatabase())
const { db, newMatch, sendMessage, listMessages } = await setupChat({ MONGO_URL: database.url })
const source = { models: createModels(db), log: createLog('chat-test', 'silent') }

/** Records for the running test which conversations each write of several commits has. */
function recordShared(): string[][] {
  const shared: string[][] = []
  onMongoCommand(database.url, ({ commandName, command }) => {
    if (commandName !== 'update' || !command.updates[0]?.u.$inc?.seq || command.updates.length === 1) return
    shared.push(command.updates.map(({ q }: { q: { _id: string } }) => q._id))
  })
  return shared
}

/** Creates conversations with one message each. */
async function newConversations(): Promise<[TestUser, TestUser][]> {
  const pairs = Array.from({ length: PAIRS }, () => newMatch())
  await Promise.all(pairs.map(([ada, ben]) => sendMessage(ada, ben, 'hello')))
  return pairs
}

function commitOf([ada, ben]: [TestUser, TestUser], id: number, condition: object = {}): Commit {
  const message = { id, senderId: ada.userId, content: `message ${id}`, createdAt: new Date() }
  return {
    filter: { _id: conversationOf(ada, ben), ...condition },
    update: { $inc: { seq: 1 }, $push: { pending: { $each: [message] } } },
    firstId: id,
  }
}

test('messages of several conversations are committed by shared writes, each with its own response', async () => {
  const pairs = await newConversations()
  const shared = recordShared()
  let rounds = 0
  await vi.waitFor(async () => {
    rounds += 1
    const responses = await Promise.all(
      pairs.map(([ada, ben]) => sendMessage(rounds % 2 ? ada : ben, rounds % 2 ? ben : ada, `${rounds}`)),
    )
    for (const [index, { status, body }] of responses.entries()) {
      const [ada, ben] = pairs[index] ?? expect.unreachable()
      const [senderId, receiverId] = rounds % 2 ? [ada.userId, ben.userId] : [ben.userId, ada.userId]
      expect(status).toBe(201)
      expect(body).toMatchObject({ senderId, receiverId, content: `${rounds}`, seq: rounds + 1 })
    }
    expect(shared).not.toEqual([])
  }, WAIT)
  for (const [ada, ben] of pairs) {
    const seqs = (await listMessages(ben, ada)).map(({ content, seq }) => [content, seq])
    expect(seqs).toEqual([['hello', 1], ...Array.from({ length: rounds }, (_, round) => [`${round + 1}`, round + 2])])
  }
})

test('a blocked conversation rejects its message only', async () => {
  const pairs = await newConversations()
  const [blocked = expect.unreachable(), ...others] = pairs
  const [ada, ben] = blocked
  await ben.call(contract.blockUser, { body: { blockedUserId: ada.userId } })
  const shared = recordShared()
  await vi.waitFor(async () => {
    const [rejected, ...sent] = await Promise.all([
      sendMessage(ada, ben, 'blocked', randomUUID()),
      ...others.map(([from, to]) => sendMessage(from, to, 'sent', randomUUID())),
    ])
    expect(rejected).toMatchObject({ status: 403, body: errors.mayNotMessage().body })
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201))
    expect(shared.flat()).toContain(conversationOf(ada, ben))
  }, WAIT)
})

test('a message that is flushed between the write and the read has its seq', async () => {
  const [one, other] = [newMatch(), newMatch()]
  for (const [ada, ben] of [one, other]) await sendMessage(ada, ben, 'hello')
  const held = database.holdResponse((command) => command.includes('message 9001'))
  const committed = commitTogether(source, [commitOf(one, 9001), commitOf(other, 9002)])
  await held.arrived
  const stored = await source.models.raw.conversations.findOne({ _id: conversationOf(...one) })
  await flushPending(source.models, [stored ?? expect.unreachable()])
  held.release()
  expect(await committed).toMatchObject([
    { _id: conversationOf(...one), seq: 2, firstSeq: 2, pending: [] },
    { _id: conversationOf(...other), seq: 2, firstSeq: 2 },
  ])
})

test('a commit whose filter does not match, or whose conversation does not exist, changes nothing and leaves the others', async () => {
  const [one, other, unknown] = [newMatch(), newMatch(), newMatch()]
  for (const [ada, ben] of [one, other]) await sendMessage(ada, ben, 'hello')
  const commits = [commitOf(one, 9003), commitOf(other, 9004, { seq: 7 }), commitOf(unknown, 9005)]
  expect(await commitTogether(source, commits)).toMatchObject([{ firstSeq: 2 }, null, null])
  expect(await listMessages(...other)).toHaveLength(1)
})

test('a commit that fails leaves the others', async () => {
  const [one, other] = [newMatch(), newMatch()]
  for (const [ada, ben] of [one, other]) await sendMessage(ada, ben, 'hello')
  const failing = { ...commitOf(one, 9006), update: { $inc: { members: 1 } } as object } // not a number
  expect(await commitTogether(source, [failing, commitOf(other, 9007)])).toMatchObject([null, { firstSeq: 2 }])
})
