import { randomUUID } from 'node:crypto'
import { currentRequestId } from '@zing/kit/observability/trace-context'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/chat'
import { onMongoCommand } from '@zing/testing/mongo/mongo-commands'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { beforeAll, expect, test, vi } from 'vitest'
import { setupChat } from './setup-chat.ts'

// docs/benchmarks.md, Budgets: database commands per request
const MONGO_URL = testDatabase()
const { db, newMatch, connect, sendMessage } = await setupChat({ MONGO_URL })

const commands: { requestId: string | undefined; text: string }[] = []
onMongoCommand(MONGO_URL, ({ commandName, command }) => {
  commands.push({ requestId: currentRequestId(), text: `${commandName} ${command[commandName]}` })
})

/** Returns the commands of one request, not counting background work. */
function commandsOf({ headers }: { headers: Headers }): string[] {
  return commandsWith(headers.get(REQUEST_ID_HEADER))
}

function commandsWith(requestId: string | null): string[] {
  return commands.filter((command) => command.requestId === requestId).map(({ text }) => text)
}

const [ada, ben] = newMatch()
beforeAll(async () => {
  await sendMessage(ada, ben, 'hi', randomUUID()) // stores the match and reserves ids
})

test('a message is sent with two commands: the lookup of its key and the commit', async () => {
  const sent = commandsOf(await sendMessage(ada, ben, 'hello', randomUUID()))
  const commit = sent.findIndex((command) => command.startsWith('findAndModify'))
  expect(sent.slice(0, commit + 1)).toEqual(['find messages', 'findAndModify conversations'])
})

test('a message over a socket takes the same two commands, with its own id as request id', async () => {
  const tab = await connect(ada)
  const clientMessageId = randomUUID()
  tab.send({ type: 'SEND_MESSAGE', clientMessageId, receiverId: ben.userId, content: 'hello' })
  await vi.waitFor(() => expect(tab.of('MESSAGE_SENT')).toHaveLength(1), WAIT)
  const sent = commandsWith(clientMessageId)
  const commit = sent.findIndex((command) => command.startsWith('findAndModify'))
  expect(sent.slice(0, commit + 1)).toEqual(['find messages', 'findAndModify conversations'])
})

test('a message whose key is newer than a recent message takes one command, on either way', async () => {
  const tab = await connect(ada)
  const clientMessageId = randomUUID()
  const afterSeq = (await sendMessage(ada, ben, 'newest')).body.seq
  tab.send({ type: 'SEND_MESSAGE', clientMessageId, receiverId: ben.userId, content: 'hello', afterSeq })
  await vi.waitFor(() => expect(commandsWith(clientMessageId)).toEqual(['findAndModify conversations']), WAIT)
  await vi.waitFor(() => expect(tab.of('MESSAGE_SENT').at(-1)?.message).toMatchObject({ clientMessageId }), WAIT)

  const body = { receiverId: ben.userId, content: 'hello', clientMessageId: randomUUID(), afterSeq }
  const posted = await ada.call(contract.sendMessage, { body })
  expect(posted.status).toBe(201)
  expect(commandsOf(posted)[0]).toBe('findAndModify conversations')
})

test('a message without a key takes one command, the commit', async () => {
  expect(commandsOf(await sendMessage(ada, ben, 'hello'))[0]).toBe('findAndModify conversations')
})

test('a page of messages takes two commands', async () => {
  const page = await ada.call(contract.listMessages, { params: { id: ben.userId } })
  expect(page.body).not.toEqual([])
  expect(commandsOf(page)).toEqual(['find conversations', 'find messages'])
})

test('a reply looks its quoted message up; a page with reactions takes a third command', async () => {
  const [cleo, dan] = newMatch()
  const { body: asked } = await sendMessage(cleo, dan, 'hi')
  const body = { receiverId: cleo.userId, content: 'yes', replyToId: asked.id }
  const replied = commandsOf(await dan.call(contract.sendMessage, { body }))
  expect(replied.slice(0, replied.indexOf('findAndModify conversations') + 1).length).toBeLessThanOrEqual(3)
  expect((await dan.call(contract.setReaction, { params: { id: asked.id }, body: { emoji: '👍' } })).status).toBe(204)
  const page = await cleo.call(contract.listMessages, { params: { id: dan.userId } })
  const reads = commandsOf(page).filter((command) => command.startsWith('find'))
  expect(reads.toSorted()).toEqual(['find conversations', 'find messages', 'find reactions'])
})

test('the unread count takes one command, even for more conversations than a default batch', async () => {
  const conversations = Array.from({ length: 150 }, (_, i) => ({
    _id: `${ada.userId}:${10_000 + i}`,
    members: [ada.userId, 10_000 + i],
    matched: true,
    blockedBy: [],
    received: { lo: 2, hi: 0 },
    seen: { lo: 1, hi: 0 },
    epoch: 0,
  }))
  await db.collection<{ _id: string }>('conversations').insertMany(conversations)
  const unread = await ada.call(contract.getUnread)
  expect(unread.body).toEqual({ count: 150 })
  expect(commandsOf(unread)).toEqual(['find conversations'])
})
