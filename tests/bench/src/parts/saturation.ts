import type { Bench } from '../bench.ts'
import { type Chat, openChat, pairsOf } from '../load/chat.ts'
import { findSaturation, sendAtMaxRate } from '../load/max-rate.ts'
import { productTarget, sendingByPost, type Target } from '../load/target.ts'
import { perGroup } from '../processes/per-group.ts'
import { type Result, result } from '../results/result.ts'
import { alternate, pick } from '../rounds.ts'

const BUDGET_PER_SECOND = 1_000
const BUDGET_CPU_MS = 1.9
const FULL = { rounds: 3, ms: 4_000 }
const QUICK = { rounds: 1, ms: 1_000 }

type Chats = Record<Target['name'], Chat>
interface Load {
  label: string
  chats: Chats
  pairs: ReturnType<typeof pairsOf>
  budgets: { perSecond?: number; cpu?: number }
}

/** Measures the maximum message rate: each worker sends its next message when its previous one has arrived. */
export async function measureSaturation(bench: Bench): Promise<Result[]> {
  const pairs = pairsOf(bench.chatUsers)
  const budgets = { perSecond: BUDGET_PER_SECOND, cpu: BUDGET_CPU_MS }
  const many = await openChats(bench.chatServers, bench.chatUsers)
  const label = `messages/s at saturation, ${pairs.length} conversations`
  const results = await measure(bench, { label, chats: many, pairs, budgets })
  closeAll(many)

  // by POST and without receipts, since a socket may send only 20 frames a second
  const product = productTarget(bench.product.url, { hasReceipts: false })
  const posting = { product: sendingByPost(product), baseline: sendingByPost(bench.targets.baseline) }
  const one = await openChats(posting, bench.chatUsers.slice(0, 2))
  results.push(
    ...(await measure(bench, {
      label: 'messages/s at saturation, one conversation, by POST',
      chats: one,
      pairs: pairs.slice(0, 1),
      budgets: {},
    })),
  )
  closeAll(one)
  return results
}

async function measure(bench: Bench, { label, chats, pairs, budgets }: Load): Promise<Result[]> {
  const { rounds, ms } = bench.isQuick ? QUICK : FULL
  const run = (name: Target['name'], workers: number, forMs: number) =>
    sendAtMaxRate(chats[name], { pairs, groups: bench.groups(name), workers, ms: forMs })
  const workers = {
    product: await findSaturation(bench.isQuick, (count) => run('product', count, ms / 2)),
    baseline: await findSaturation(bench.isQuick, (count) => run('baseline', count, ms / 2)),
  }
  const measured = await alternate(rounds, bench.targets, ({ name }) => run(name, workers[name], ms))
  return [
    result(
      label,
      '/s',
      pick(measured, ({ perSecond }) => perSecond),
      { budget: budgets.perSecond, note: `product with ${workers.product} at once, baseline with ${workers.baseline}` },
    ),
    result(
      '  send to shown at that rate, p99',
      'ms',
      pick(measured, ({ p99 }) => p99),
    ),
    ...perGroup(measured, budgets.cpu === undefined ? {} : { budget: budgets.cpu }),
  ]
}

async function openChats(servers: Bench['chatServers'], users: Bench['users']): Promise<Chats> {
  return { product: await openChat(servers.product, users), baseline: await openChat(servers.baseline, users) }
}

function closeAll({ product, baseline }: Chats): void {
  product.close()
  baseline.close()
}
