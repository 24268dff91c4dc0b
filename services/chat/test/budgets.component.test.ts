import { randomUUID } from 'node:crypto'
import { currentRequestId } from '@zing/kit/observability/trace-context'
import { REQUEST_ID_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/chat'
import { testDatabase } from '@zing/testing/servers'
import mongoose from 'mongoose'
import { beforeAll, expect, test } from 'vitest'
import { setupChat } from './setup-chat.ts'

// design.md section 10: database commands before the answer
const { db, newMatch, say } = await setupChat({ MONGO_URL: `${testDatabase()}?monitorCommands=true` })

const commands: { requestId: string | undefined; text: string }[] = []
for (const connection of mongoose.connections) {
  if (connection === db || connection === mongoose.connection) continue // our own looks, and mongoose's unused default
  connection.getClient().on('commandStarted', ({ commandName, command }: mongoose.mongo.CommandStartedEvent) => {
    commands.push({ requestId: currentRequestId(), text: `${commandName} ${command[commandName]}` })
  })
}

/** Those of one request, not what the process does by itself meanwhile. */
function commandsOf({ headers }: { headers: Headers }): string[] {
  const requestId = headers.get(REQUEST_ID_HEADER)
  return commands.filter((command) => command.requestId === requestId).map(({ text }) => text)
}

const [ada, ben] = newMatch()
beforeAll(async () => {
  await say(ada, ben, 'hi', randomUUID()) // the match is known, and ids are reserved
})

test('a message is sent with two commands: was this said before, and the commit', async () => {
  const sent = commandsOf(await say(ada, ben, 'hello', randomUUID()))
  const commit = sent.findIndex((command) => command.startsWith('findAndModify'))
  expect(sent.slice(0, commit + 1)).toEqual(['find messages', 'findAndModify conversations'])
})

test('without a key of the client the commit alone is enough', async () => {
  expect(commandsOf(await say(ada, ben, 'hello'))[0]).toBe('findAndModify conversations')
})

test('a page of messages takes two', async () => {
  const page = await ada.call(contract.listMessages, { params: { id: ben.userId } })
  expect(page.body).not.toEqual([])
  expect(commandsOf(page)).toEqual(['find conversations', 'find messages'])
})

test('the unread count takes one, also over more conversations than a batch has by default', async () => {
  const more = Array.from({ length: 150 }, (_, i) => ({
    _id: `${ada.userId}:${10_000 + i}`,
    members: [ada.userId, 10_000 + i],
    matched: true,
    blockedBy: [],
    received: { lo: 2, hi: 0 },
    seen: { lo: 1, hi: 0 },
    epoch: 0,
  }))
  await db.collection<{ _id: string }>('conversations').insertMany(more)
  const unread = await ada.call(contract.getUnread)
  expect(unread.body).toEqual({ count: 150 })
  expect(commandsOf(unread)).toEqual(['find conversations'])
})
