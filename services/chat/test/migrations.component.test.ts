import { randomUUID } from 'node:crypto'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { keysPerConversation } from '../src/migrations/0001-keys-per-conversation.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { keyIndex } from '../src/models/message.ts'
import { setupChat } from './setup-chat.ts'
import { conversationOf } from './test-users.ts'

const database = await heldDatabase(testDatabase())
const { db, newMatch, sendMessage, listMessages, startChat } = await setupChat({ MONGO_URL: database.url })
const messages = db.collection('messages')

/** Leaves the indexes of version 0.1 and no record of the migration. */
async function becomeOld(): Promise<void> {
  await messages.dropIndexes()
  await messages.createIndex({ conv: 1, seq: 1 }, { unique: true })
  await messages.createIndex({ key: 1 }, { unique: true, partialFilterExpression: { key: { $exists: true } } })
  const names = migrations.map(({ name }) => name)
  await db.collection<{ _id: string }>('migrations').deleteMany({ _id: { $in: names } })
}

async function uniqueKeys(): Promise<string[][]> {
  const indexes = await messages.indexes()
  return indexes.flatMap(({ key, unique }) => (unique ? [Object.keys(key)] : []))
}

test('when processes start on an old database, a key is unique at every moment (INV-2)', async () => {
  const [ada, ben] = newMatch()
  const key = randomUUID()
  const { body: sent } = await sendMessage(ada, ben, 'once', key)
  await vi.waitFor(async () => expect(await messages.countDocuments({ conv: conversationOf(ada, ben) })).toBe(1), WAIT)
  await becomeOld()

  const creation = database.holdCommand(
    (command) => command.includes('createIndexes') && command.includes('conv_1_key_1'),
  )
  const started = Promise.all([startChat(), startChat(), startChat()])
  await creation.arrived
  expect(await uniqueKeys()).toEqual([['conv', 'seq'], ['key']])
  creation.release()
  const processes = await started
  await Promise.all(processes.map((one) => one.stop()))

  expect(await uniqueKeys()).toEqual([
    ['conv', 'seq'],
    ['conv', 'key'],
  ])
  const lookup = await messages.find({ key: `${ada.userId}:${key}` }).explain() // by a process of the version before
  expect(JSON.stringify(lookup)).toContain('"indexName":"key_1_conv_1"')
  expect((await sendMessage(ada, ben, 'again', key)).body).toMatchObject({ id: sent.id, content: 'once' })
  expect(await listMessages(ben, ada)).toHaveLength(1)
})

test('when the migration was interrupted, and two processes continue at once, they complete it', async () => {
  await becomeOld()
  await messages.createIndex(...keyIndex)
  await messages.createIndex({ key: 1, conv: 1 }, { partialFilterExpression: keyIndex[1].partialFilterExpression })
  await Promise.all([keysPerConversation.up(db), keysPerConversation.up(db)])
  expect(await uniqueKeys()).toEqual([
    ['conv', 'seq'],
    ['conv', 'key'],
  ])
})
