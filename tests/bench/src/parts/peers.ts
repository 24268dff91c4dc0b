import type { Bench } from '../bench.ts'
import { type Chat, openChat, pairsOf } from '../load/chat.ts'
import { findSaturation, sendAtMaxRate } from '../load/max-rate.ts'
import { ejabberd } from '../peers/ejabberd.ts'
import { measureSide, type SideRound } from '../peers/measure-side.ts'
import { openPeers } from '../peers/open-peers.ts'
import { resultsBeside } from '../peers/results-beside.ts'
import { synapse } from '../peers/synapse.ts'
import type { ProcessGroups } from '../processes/cpu.ts'
import type { Result } from '../results/result.ts'

const ADAPTERS = [ejabberd, synapse]
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
  const peers = await openPeers(pairs, bench.log)
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
      const peer = await peers.start(adapter)
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
    await peers.stop()
  }
}
