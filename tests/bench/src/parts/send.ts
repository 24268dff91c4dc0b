import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { spentOn } from '../cpu.ts'
import { talkersOf, type Watch, watchMessages } from '../load/conversation.ts'
import { Refused } from '../load/request.ts'
import type { Target } from '../load/target.ts'
import { type Result, result } from '../result.ts'
import { inTurn, pick } from '../rounds.ts'
import { type Summary, summarize } from '../statistics.ts'

const PER_SECOND = 200
/** Not counted: while the other side has its turn, sessions grow stale, and everybody's first message asks for theirs. */
const LEAD_IN_SECONDS = 3
const BUDGET_P50_MS = 8
const BUDGET_P99_MS = 40

interface Round extends Summary {
  cpuPerMessage: number
  refused: number
}

/** From the POST at the gateway to the frame at the partner's socket, at a steady rate, with everybody's socket open. */
export async function measureSend(bench: Bench): Promise<Result[]> {
  const { product, baseline } = bench.targets
  const watches = {
    product: await watchMessages(product, bench.talkers),
    baseline: await watchMessages(baseline, bench.talkers),
  }
  const [rounds, seconds, leadIn] = bench.isQuick ? [1, 2, 0] : [3, 10, LEAD_IN_SECONDS]
  async function measure(target: Target): Promise<Round> {
    await steadily(bench, target, watches[target.name], leadIn * PER_SECOND)
    return steadily(bench, target, watches[target.name], seconds * PER_SECOND)
  }
  await inTurn(1, bench.targets, measure) // warm-up
  const measured = await inTurn(rounds, bench.targets, measure)
  watches.product.close()
  watches.baseline.close()

  const refused = measured.product.reduce((sum, round) => sum + round.refused, 0)
  const note = refused > 0 ? `${refused} messages were refused: this machine was too busy for the rate` : undefined
  const what = `send to shown, ${PER_SECOND} messages/s, ${bench.talkers.length} sockets`
  const cpu = pick(measured, ({ cpuPerMessage }) => cpuPerMessage)
  return [
    result(
      `${what}, p50`,
      'ms',
      pick(measured, ({ p50 }) => p50),
      { budget: BUDGET_P50_MS, note },
    ),
    result(
      '  p99',
      'ms',
      pick(measured, ({ p99 }) => p99),
      { budget: BUDGET_P99_MS },
    ),
    result('  processor time of all processes per message', 'ms', cpu),
  ]
}

/** An open loop: what is due is sent, whatever became of the messages before. */
async function steadily(bench: Bench, target: Target, watch: Watch, count: number): Promise<Round> {
  const results: Promise<number>[] = []
  let refused = 0

  async function send(index: number): Promise<number> {
    const content = `${target.name} ${performance.now()} ${index}`
    const [sender, receiver] = talkersOf(bench, index, Math.floor((index * 2) / bench.talkers.length))
    const shown = watch.shown(content)
    try {
      await target.send(sender, receiver, content)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused += 1
      return Number.NaN
    }
    return shown
  }

  const startedAt = performance.now()
  const { cpuMs } = await spentOn(bench, target.name, async () => {
    while (results.length < count) {
      const due = Math.floor(((performance.now() - startedAt) * PER_SECOND) / 1_000)
      while (results.length < Math.min(due, count)) results.push(send(results.length))
      await pause(1)
    }
    await Promise.all(results)
  })
  const times = await Promise.all(results)
  return { ...summarize(times.filter((ms) => !Number.isNaN(ms))), cpuPerMessage: cpuMs / count, refused }
}
