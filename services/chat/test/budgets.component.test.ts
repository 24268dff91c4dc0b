import { randomUUID } from 'node:crypto'
import { testDatabase } from '@zing/kit/testing/servers'
import * as contract from '@zing/proto/http/chat'
import mongoose from 'mongoose'
import { beforeEach, expect, test, vi } from 'vitest'
import { chatUnderTest, conversationOf, soon } from './chat-under-test.ts'

// design.md section 10: database commands before the answer
const { db, newMatch, say, readFrom } = await chatUnderTest({ MONGO_URL: `${testDatabase()}?monitorCommands=true` })

const commands: string[] = []
for (const connection of mongoose.connections) {
  if (connection === db || connection === mongoose.connection) continue // our own looks, and mongoose's unused default
  connection.getClient().on('commandStarted', ({ commandName, command }: mongoose.mongo.CommandStartedEvent) => {
    const isSweep = Object.keys(command.filter ?? {}).some((field) => field === 'pending.0' || field === 'outbox.0')
    if (!isSweep) commands.push(`${commandName} ${command[commandName]}`)
  })
}

const [ada, ben] = newMatch()
beforeEach(async () => {
  await say(ada, ben, 'hi', randomUUID()) // the match is known, and ids are reserved
  await vi.waitFor(
    async () =>
      expect(
        await db.collection<{ _id: string }>('conversations').findOne({ _id: conversationOf(ada, ben) }),
      ).toMatchObject({ pending: [] }),
    soon,
  )
  commands.length = 0
})

test('a message is sent with two commands: have I said this before, and the commit', async () => {
  expect((await say(ada, ben, 'hello', randomUUID())).status).toBe(201)
  const commit = commands.findIndex((command) => command.startsWith('findAndModify'))
  expect(commands.slice(0, commit + 1)).toEqual(['find messages', 'findAndModify conversations'])
})

test('without a key of the client the commit alone is enough', async () => {
  expect((await say(ada, ben, 'hello')).status).toBe(201)
  expect(commands[0]).toBe('findAndModify conversations')
})

test('a page of messages takes two', async () => {
  expect(await readFrom(ada, ben)).not.toEqual([])
  expect(commands).toEqual(['find conversations', 'find messages'])
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
  expect((await ada.call(contract.getUnread)).body).toEqual({ count: 150 })
  expect(commands).toEqual(['find conversations'])
})
