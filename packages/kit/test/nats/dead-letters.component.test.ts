import { likeRemoved } from '@zing/proto/nats/events'
import { listDeadLettersOf, replayDeadLettersOf } from '@zing/proto/nats/rpc/dead-letters'
import { startNats, testDatabase } from '@zing/testing/servers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { connectMongo } from '../../src/mongo/connection.ts'
import { connectNats } from '../../src/nats/connection.ts'
import { deadLetterHandlers } from '../../src/nats/dead-letter-replay.ts'
import { deadLettersOf } from '../../src/nats/dead-letters.ts'
import { on } from '../../src/nats/event-handler.ts'
import { request } from '../../src/nats/rpc.ts'
import { serveRpc } from '../../src/nats/rpc-server.ts'
import { createLog } from '../../src/observability/logger.ts'

const log = createLog('kit-test', 'silent')
const nats = await startNats()
const [service, admin] = [connectNats(nats.url, 'social', log), connectNats(nats.url, 'admin', log)]
const db = await connectMongo(testDatabase(), log)
await Promise.all([service.connection, admin.connection])
afterAll(async () => {
  await Promise.all([service.drain(), admin.drain()])
  await db.dropDatabase()
  await db.close()
})

let handled: number[]
let isFailing: boolean
const handlers = [
  on(likeRemoved, async ({ likedId }) => {
    if (isFailing) throw new Error('still broken')
    handled.push(likedId)
  }),
]
const epoch = { current: () => 3, raise: async () => {} }
serveRpc(service, 'social', deadLetterHandlers('social', { handlers, epoch, db }))
await (await service.connection).flush()

beforeEach(async () => {
  handled = []
  isFailing = false
  await deadLettersOf(db).deleteMany({})
})

test('dead letters are listed oldest first, without the text of the event', async () => {
  await insert(likeRemovedTo(1), 2)
  await insert('{', 1, 'malformed')

  expect(await request(admin, listDeadLettersOf('social'), {})).toEqual({
    deadLetters: [
      { subject: likeRemoved.subject, reason: 'malformed', at: new Date(1).toISOString() },
      { subject: likeRemoved.subject, reason: 'Error: broken', at: new Date(2).toISOString() },
    ],
    total: 2,
  })
})

test('a replay handles dead letters in their order and deletes them', async () => {
  for (const id of [1, 2, 3]) await insert(likeRemovedTo(id), id)

  expect(await request(admin, replayDeadLettersOf('social'), {})).toEqual({ replayed: 3, failed: 0 })
  expect(handled).toEqual([1, 2, 3])
  expect(await deadLettersOf(db).countDocuments()).toBe(0)
})

test('a replay drops an event of an older epoch', async () => {
  await insert(likeRemovedTo(1, 2), 1)

  expect(await request(admin, replayDeadLettersOf('social'), {})).toEqual({ replayed: 1, failed: 0 })
  expect([handled, await deadLettersOf(db).countDocuments()]).toEqual([[], 0])
})

test('when an event fails again, it stays with its new reason and does not stop the rest', async () => {
  await insert('{', 1, 'malformed')
  await insert(likeRemovedTo(7), 2)
  await deadLettersOf(db).insertOne({ subject: 'evt.gone', text: '{}', reason: 'old', at: new Date(3) })

  expect(await request(admin, replayDeadLettersOf('social'), {})).toEqual({ replayed: 1, failed: 2 })
  expect(handled).toEqual([7])
  isFailing = true
  await insert(likeRemovedTo(8), 4)
  expect(await request(admin, replayDeadLettersOf('social'), {})).toEqual({ replayed: 0, failed: 3 })
  const left = await deadLettersOf(db).find().toArray()
  expect(left.map(({ reason }) => reason).sort()).toEqual(['Error: still broken', 'malformed', 'no handler'])
})

async function insert(text: string, at: number, reason = 'Error: broken'): Promise<void> {
  await deadLettersOf(db).insertOne({ subject: likeRemoved.subject, text, reason, at: new Date(at) })
}

function likeRemovedTo(likedId: number, eventEpoch = 3): string {
  const envelope = { id: crypto.randomUUID(), rev: 1, epoch: eventEpoch, at: new Date().toISOString() }
  return JSON.stringify({ likerId: 9, likedId, ...envelope })
}
