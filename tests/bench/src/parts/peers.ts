import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses, type Processes } from '@zing/dev-env/processes/processes'
import type { Bench } from '../bench.ts'
import { type Chat, openChat, type Pair, pairsOf } from '../load/chat.ts'
import { findSaturation, sendAtMaxRate } from '../load/max-rate.ts'
import { ejabberd } from '../peers/ejabberd.ts'
import { measureSide, type SideRound } from '../peers/measure-side.ts'
import type { Peer, PeerAdapter } from '../peers/peer.ts'
import { resultsBeside } from '../peers/results-beside.ts'
import { synapse } from '../peers/synapse.ts'
import type { ProcessGroups } from '../processes/cpu.ts'
import type { Result } from '../results/result.ts'

const ADAPTERS: PeerAdapter[] = [ejabberd, synapse]
const PAIRS = 100
const QUICK_PAIRS = 10
const ROUNDS = 2
const SEARCH_MS = 2_000

interface Side {
  chat: Chat
  groups: ProcessGroups
  workers: number
  rounds: SideRound[]
}

/** Measures product, baseline and other chat servers in turn, with the same pairs and load. */
export async function measurePeers(bench: Bench): Promise<Result[]> {
  const users = bench.chatUsers.slice(0, 2 * (bench.isQuick ? QUICK_PAIRS : PAIRS))
  const pairs = pairsOf(users)
  const processes = createProcesses({ reaper: createReaper() })
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-peers-'))
  await chmod(folder, 0o711) // each server runs as its own user
  const sides = new Map<string, Side>()

  async function addSide(name: string, server: Parameters<typeof openChat>[0], groups: ProcessGroups): Promise<void> {
    const chat = await openChat(server, users)
    const workers = await findSaturation(bench.isQuick, (count) =>
      sendAtMaxRate(chat, { pairs, groups, workers: count, ms: SEARCH_MS }),
    )
    sides.set(name, { chat, groups, workers, rounds: [] })
  }

  try {
    await addSide('product', bench.chatServers.product, bench.groups('product'))
    await addSide('baseline server', bench.chatServers.baseline, bench.groups('baseline'))
    for (const adapter of ADAPTERS) {
      const peer = await startPeer(adapter, { processes, folder, pairs, log: bench.log })
      if (peer) await addSide(peer.versions, peer.server, peer.groups)
    }
    for (let round = 0; round < (bench.isQuick ? 1 : ROUNDS); round++) {
      for (const { chat, groups, workers, rounds } of sides.values())
        rounds.push(await measureSide(chat, { pairs, groups, workers, isQuick: bench.isQuick }))
    }
    const [[, product], ...others] = [...sides] as [[string, Side], ...[string, Side][]] // the product comes first
    return others.flatMap(([name, { rounds }]) => resultsBeside(name, product.rounds, rounds))
  } finally {
    for (const { chat } of sides.values()) chat.close()
    await processes.stopAll()
    await rm(folder, { recursive: true, force: true })
  }
}

interface StartOptions {
  processes: Processes
  folder: string
  pairs: Pair[]
  log(line: string): void
}

async function startPeer(adapter: PeerAdapter, { processes, folder, pairs, log }: StartOptions): Promise<Peer | null> {
  const missing = await adapter.findMissing()
  if (missing.length > 0) {
    log(`  ${adapter.name} is skipped: not installed: ${missing.join(', ')}`)
    return null
  }
  const dataDir = await mkdtemp(path.join(folder, `${adapter.name}-`))
  await chmod(dataDir, 0o711)
  log(`  starting ${adapter.name} with ${2 * pairs.length} accounts ...`)
  return adapter.start({ processes, dataDir, pairs })
}
