import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { blockUser, listMessages, sendMessage } from '@zing/proto/http/chat'
import { attempt, type Run, untilCertain } from './call.ts'
import type { Person } from './people.ts'

const FIRST_MS = [2_000, 20_000] as const
const PROBE_EVERY_MS = [1_000, 2_500] as const

/** Something that a confirmed block must have prevented. */
export interface Breach {
  at: number
  text: string
}

export interface Block {
  blocker: Person
  blocked: Person
  confirmedAt: number | null
}

export interface Blocks {
  blocks: Block[]
  breaches: Breach[]
  done: Promise<unknown>
}

/** One of each pair blocks the other during the run; from the confirmation on, both try to get through (SEC-63). */
export function startBlocks(run: Run, pairs: [Person, Person][]): Blocks {
  const breaches: Breach[] = []
  const blocks = pairs.map(([blocker, blocked]): Block => ({ blocker, blocked, confirmedAt: null }))
  return { blocks, breaches, done: Promise.all(blocks.map((block) => blockAndProbe(run, block, breaches))) }
}

async function blockAndProbe(run: Run, block: Block, breaches: Breach[]): Promise<void> {
  const { blocker, blocked } = block
  await pause(run.random.integer(...FIRST_MS), undefined, { signal: run.ending }).catch(() => {})
  if (run.ending.aborted) return
  const { outcome } = await untilCertain(run, () =>
    attempt(run, { op: 'block', key: `${blocker.id}:${blocked.id}`, caller: blocker }, blockUser, {
      body: { blockedUserId: blocked.id },
    }),
  )
  if (outcome !== 'ok') return
  block.confirmedAt = run.history.now()

  while (!run.ending.aborted) {
    await pause(run.random.integer(...PROBE_EVERY_MS))
    const [from, to] = run.random.next() < 0.5 ? [blocker, blocked] : [blocked, blocker]
    const sent = await attempt(run, { op: 'send to blocked', key: randomUUID(), caller: from }, sendMessage, {
      body: { receiverId: to.id, content: 'through the block', clientMessageId: randomUUID() },
    })
    const read = await attempt(run, { op: 'read from blocked', key: randomUUID(), caller: from }, listMessages, {
      params: { id: to.id },
    })
    const at = run.history.now()
    if (sent.outcome === 'ok') breaches.push({ at, text: `${from.id} sent a message to ${to.id} after the block` })
    if (read.outcome === 'ok') breaches.push({ at, text: `${from.id} read the messages of ${to.id} after the block` })
  }
}
