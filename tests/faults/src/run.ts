import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Processes } from '@zing/dev-env/processes/processes'
import { checkMessages } from './checks/messages.ts'
import { readConversation } from './checks/read-conversation.ts'
import { checkRecovery, type Recovery, recoveries } from './checks/recovery.ts'
import { checkResponses } from './checks/responses.ts'
import {
  checkBlocks,
  checkMatchNotifications,
  checkProfiles,
  checkShown,
  checkUnread,
  checkWishes,
  untilSettled,
} from './checks/settled.ts'
import { checkStatuses } from './checks/statuses.ts'
import type { Violation } from './checks/violation.ts'
import { createHistory, recordsOf } from './history.ts'
import { startBlocks } from './load/blocks.ts'
import type { Run } from './load/call.ts'
import { startChats } from './load/chats.ts'
import { startIntruder } from './load/intruder.ts'
import { startLikes } from './load/likes.ts'
import { register, registerMatch } from './load/people.ts'
import { PHOTO } from './load/photo.ts'
import { startProfiles } from './load/profiles.ts'
import { startRegistrations } from './load/registrations.ts'
import { logTo } from './log-file.ts'
import { planFaults } from './nemesis/plan-faults.ts'
import { runFaults } from './nemesis/run-faults.ts'
import { isServer, startProduct } from './product/product.ts'
import { createRandom } from './random.ts'

export interface RunOptions {
  processes: Processes
  seed: number
  seconds: number
  scale: string | undefined
  mutant: string | undefined
  /** Folder of the run: data, logs and history. */
  folder: string
  log(line: string): void
}

export interface RunResult {
  seed: number
  violations: Violation[]
  operations: number
  faults: number
  acknowledged: number
  unknown: number
  slowestMs: number
  recoveries: Recovery[]
  exits: string[]
}

const CHATS = 8
const LIKES = 4
const BLOCKS = 3
/** Everything equals the model this long after the last fault (INV-7, INV-9). */
const SETTLE_MS = 15_000

/** Starts the product, loads it while faults happen, heals it, and checks every invariant from outside. */
export async function runOnce({
  processes,
  seed,
  seconds,
  scale,
  mutant,
  folder,
  log,
}: RunOptions): Promise<RunResult> {
  const random = createRandom(seed)
  const history = createHistory(path.join(folder, 'history.jsonl'))
  const ending = new AbortController()
  const product = await startProduct({
    processes,
    dataDir: path.join(folder, 'data'),
    scale,
    mutant,
    onLine: logTo(path.join(folder, 'product.log')),
    onExit: (name) => history.add({ type: 'exit', name, at: history.now() }),
  })
  try {
    const run: Run = { url: product.url, history, random, ending: ending.signal }
    const suffix = randomBytes(3).toString('hex') // a database that is not new has the names of other runs
    const names = (kind: string, count: number) => Array.from({ length: count }, (_, i) => `${kind}${i}.${suffix}`)
    const chatPairs = await Promise.all(names('chat', CHATS).map((name) => registerMatch(run, name)))
    const blockPairs = await Promise.all(names('block', BLOCKS).map((name) => registerMatch(run, name)))
    const likers = await Promise.all(names('like', 2 * LIKES).map((name) => register(run, name)))
    const likePairs = likers.flatMap((one, index): [typeof one, typeof one][] => {
      const other = likers[index + 1]
      return index % 2 === 0 && other ? [[one, other]] : []
    })
    const intruder = await register(run, `intruder.${suffix}`)
    const firstMatch = chatPairs[0]
    if (!firstMatch) throw new Error('no pair to watch')

    const chats = startChats(run, chatPairs)
    const likes = startLikes(run, likePairs)
    const profiles = startProfiles(run, likers, PHOTO)
    const registrations = startRegistrations(run)
    const blocks = startBlocks(run, blockPairs)
    const intrusion = startIntruder(run, intruder, firstMatch)

    const targets = product.members
      .filter(({ kind }) => kind !== 'balancer')
      .map(({ name, kind, links }) => ({ name, isServer: isServer(kind), servers: Object.keys(links) as never[] }))
    await runFaults(planFaults(random, targets, seconds), product.members, history, log)
    await pause(2_000) // calls that were interrupted are repeated before the load ends
    ending.abort()
    await Promise.all([chats.done, likes.done, profiles.done, registrations.done, blocks.done, intrusion.done])

    log('Checking ...')
    const settled = await untilSettled(SETTLE_MS, async () => {
      const conversations = await Promise.all(chatPairs.map((pair) => readConversation(run, pair)))
      const conversationOf = (id: number) => conversations.find(({ members }) => members.includes(id))
      return [
        ...conversations.flatMap((conversation) => checkMessages(conversation, chats.sent)),
        ...chats.chatters.flatMap((chatter) => {
          const conversation = conversationOf(chatter.person.id)
          return conversation ? checkShown(chatter, conversation) : []
        }),
        ...(
          await Promise.all(
            chats.chatters.map(async (chatter) => {
              const conversation = conversationOf(chatter.person.id)
              return conversation ? checkUnread(run, chatter, conversation) : []
            }),
          )
        ).flat(),
        ...(await checkWishes(run, likes.wishes)),
        ...(await checkProfiles(run, intruder, profiles.wanted)),
        ...(await checkMatchNotifications(run, chatPairs)),
        ...(await checkBlocks(run, blocks.blocks)),
      ]
    })
    for (const { socket } of chats.chatters) socket.stop()

    const breaches = [...blocks.breaches, ...intrusion.breaches].map(
      ({ at, text }): Violation => ({ invariant: 'INV-10', text: `${text}, at ${at} ms` }),
    )
    const calls = recordsOf(history.records, 'call')
    return {
      seed,
      violations: [
        ...settled,
        ...breaches,
        ...checkStatuses(recordsOf(history.records, 'page')),
        ...checkResponses(history.records),
        ...checkRecovery(history.records),
      ],
      operations: calls.length,
      faults: recordsOf(history.records, 'fault').length,
      acknowledged: chats.sent.filter(({ outcome }) => outcome === 'ok').length,
      unknown: calls.filter(({ outcome }) => outcome === 'unknown').length,
      slowestMs: Math.max(0, ...calls.map(({ from, to }) => to - from)),
      recoveries: recoveries(history.records),
      exits: recordsOf(history.records, 'exit').map(({ name }) => name),
    }
  } finally {
    ending.abort()
    await product.stop()
    await history.close()
  }
}
