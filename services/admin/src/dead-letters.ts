import { parseArgs } from 'node:util'
import type { Nats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import {
  EVENT_CONSUMERS,
  type EventConsumer,
  listDeadLettersOf,
  replayDeadLettersOf,
} from '@zing/proto/nats/rpc/dead-letters'
import { connectOperatorNats } from './operator/connect.ts'

// `npm run dead-letters`: lists the events that services gave up on; with `-- --replay` the services handle them again.
// It speaks to the running services through NATS_URL, or through the NATS of a running `npm start`.
const REPLAY_MS = 30_000

const { values: options } = parseArgs({ options: { replay: { type: 'boolean' } } })

try {
  const nats = await connectOperatorNats('dead-letters')
  for (const service of EVENT_CONSUMERS) await (options.replay ? replay : list)(nats, service)
  await nats.drain()
} catch (error) {
  process.stderr.write(`Dead letters not read: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1) // the NATS client would go on connecting
}

async function list(nats: Nats, service: EventConsumer): Promise<void> {
  const { deadLetters, total } = await request(nats, listDeadLettersOf(service), {})
  process.stdout.write(`${service}: ${total} dead letters\n`)
  for (const { at, subject, reason } of deadLetters) process.stdout.write(`  ${at}  ${subject}  ${reason}\n`)
}

/** Replays each dead letter once: those that fail again move to the end and do not stop the others. */
async function replay(nats: Nats, service: EventConsumer): Promise<void> {
  let { total: left } = await request(nats, listDeadLettersOf(service), {})
  let replayed = 0
  while (left > 0) {
    const batch = await request(nats, replayDeadLettersOf(service), {}, REPLAY_MS)
    const tried = batch.replayed + batch.failed
    if (tried === 0) break // replayed by another operator
    replayed += batch.replayed
    left -= tried
  }
  const { total } = await request(nats, listDeadLettersOf(service), {})
  process.stdout.write(`${service}: ${replayed} dead letters replayed, ${total} left\n`)
}
