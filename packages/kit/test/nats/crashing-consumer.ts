import { likeRemoved } from '@zing/proto/nats/events'
import { connectMongo } from '../../src/mongo/connection.ts'
import { connectNats } from '../../src/nats/connection.ts'
import { consumeEvents } from '../../src/nats/event-consumer.ts'
import { on } from '../../src/nats/event-handler.ts'
import { createLog } from '../../src/observability/logger.ts'

/** A process of `social` that ends when it handles the event about user 666. Its test starts it several times. */
const [natsUrl = '', mongoUrl = ''] = process.argv.slice(2)
const log = createLog('kit-test', 'silent')
const db = await connectMongo(mongoUrl, log)
const handler = on(likeRemoved, async ({ likedId }) => {
  if (likedId === 666) process.exit(1)
  await db.collection('handled').insertOne({ likedId })
})
const epoch = { current: () => 0, raise: async () => {} }
const times = { ackWaitMs: 500, heartbeatMs: 5_000, delayMs: () => 10 }
consumeEvents(connectNats(natsUrl, 'social', log), { service: 'social', handlers: [handler], epoch, db }, times)
