import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { blockUser, listMessages, sendMessage } from '@zing/proto/http/chat'
import { getProfile } from '@zing/proto/http/social'
import type { Violation } from '../checks/violation.ts'
import { attempt, type Run, untilCertain } from './call.ts'
import { matchesOf, type Person, registerMatch } from './people.ts'
import { newNames, type Workload } from './workload.ts'

const PAIRS = 3
const FIRST_MS = [2_000, 20_000] as const
const PROBE_EVERY_MS = [1_000, 2_500] as const

interface Block {
  blocker: Person
  blocked: Person
  confirmedAt: number | null
}

/** One of each pair blocks the other during the run; from the confirmation on, both try to get through (SEC-63). */
export async function startBlocks(run: Run): Promise<Workload> {
  const pairs = await Promise.all(newNames('block', PAIRS).map((name) => registerMatch(run, name)))
  const blocks = pairs.map(([blocker, blocked]): Block => ({ blocker, blocked, confirmedAt: null }))
  const seen: Violation[] = []
  return {
    done: Promise.all(blocks.map((block) => blockAndProbe(run, block, seen))),
    seen,
    check: () => checkBlocks(run, blocks),
  }
}

async function blockAndProbe(run: Run, block: Block, seen: Violation[]): Promise<void> {
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
    const report = (text: string) => seen.push({ invariant: 'INV-10', text: `${text}, at ${run.history.now()} ms` })
    if (sent.outcome === 'ok') report(`${from.id} sent a message to ${to.id} after the block`)
    if (read.outcome === 'ok') report(`${from.id} read the messages of ${to.id} after the block`)
  }
}

/** A confirmed block hides both from each other in social, too (INV-7). */
async function checkBlocks(run: Run, blocks: Block[]): Promise<Violation[]> {
  const found = await Promise.all(
    blocks
      .flatMap(({ blocker, blocked, confirmedAt }) =>
        confirmedAt === null ? [] : [[blocker, blocked] as const, [blocked, blocker] as const],
      )
      .map(async ([person, partner]) => {
        const { status } = await attempt(
          run,
          { op: 'blocked profile', key: randomUUID(), caller: person },
          getProfile,
          { params: { id: partner.id } },
        )
        const matches = await matchesOf(run, person)
        if (status === 404 && matches && !matches.includes(partner.id)) return []
        return [{ invariant: 'INV-7' as const, text: `${person.id} still sees ${partner.id} after the block` }]
      }),
  )
  return found.flat()
}
