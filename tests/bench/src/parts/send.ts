import type { Bench } from '../bench.ts'
import { openChat, pairsOf } from '../load/chat.ts'
import { type ConstantRate, sendAtRate } from '../load/constant-rate.ts'
import { perGroup } from '../processes/per-group.ts'
import { type Result, result } from '../results/result.ts'
import { alternate, pick } from '../rounds.ts'

const RATES = [100, 200]
/**
 * Left out, because cached sessions expire during the other side's round: each user's first message checks the session.
 */
const LEAD_IN_SECONDS = 3
const FIRST_SECONDS = 15
const BUDGET_P50_MS = 3
const BUDGET_P99_MS = 15
const BUDGET_CPU_MS = 1.9
const FULL = { rounds: 3, seconds: 8, leadIn: LEAD_IN_SECONDS }
const QUICK = { rounds: 1, seconds: 2, leadIn: 0 }

/** Measures the time from a send to the frame at the partner's socket, at constant rates with all sockets open. */
export async function measureSend(bench: Bench): Promise<Result[]> {
  const pairs = pairsOf(bench.chatUsers)
  const chats = {
    product: await openChat(bench.chatServers.product, bench.chatUsers),
    baseline: await openChat(bench.chatServers.baseline, bench.chatUsers),
  }
  const { rounds, seconds, leadIn } = bench.isQuick ? QUICK : FULL

  async function measureAt(perSecond: number): Promise<Result[]> {
    const send = (name: keyof typeof chats, forSeconds: number) =>
      sendAtRate(chats[name], { pairs, groups: bench.groups(name), perSecond, seconds: forSeconds })
    const first = await alternate(1, bench.targets, ({ name }) => send(name, bench.isQuick ? seconds : FIRST_SECONDS))
    const measured = await alternate(rounds, bench.targets, async ({ name }) => {
      await send(name, leadIn)
      return send(name, seconds)
    })
    const label = `send to shown, ${perSecond} messages/s, ${bench.chatUsers.length} sockets`
    const budgets = [BUDGET_P50_MS, BUDGET_P99_MS] as const
    return [
      ...latencies(`${label}, p50`, measured, budgets, noteOn([...first.product, ...measured.product])),
      ...latencies('  in the first seconds after the start, p50', first, budgets),
      ...perGroup(measured, { budget: BUDGET_CPU_MS }),
    ]
  }

  try {
    const results: Result[] = []
    for (const perSecond of RATES) results.push(...(await measureAt(perSecond)))
    return results
  } finally {
    chats.product.close()
    chats.baseline.close()
  }
}

function latencies(
  label: string,
  measured: Parameters<typeof pick<ConstantRate>>[0],
  [p50, p99]: readonly [number, number],
  note?: string,
): Result[] {
  return [
    result(
      label,
      'ms',
      pick(measured, (round) => round.p50),
      { budget: p50, note },
    ),
    result(
      '  p99',
      'ms',
      pick(measured, (round) => round.p99),
      { budget: p99 },
    ),
  ]
}

function noteOn(rounds: ConstantRate[]): string | undefined {
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0)
  return refused > 0 ? `${refused} messages were refused: this machine was too busy for the rate` : undefined
}
