import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { measureCpu } from '../cpu.ts'
import { participantsOf, type Watch, watchMessages } from '../load/conversation.ts'
import { HttpError } from '../load/request.ts'
import type { Target } from '../load/target.ts'
import { type Result, result } from '../result.ts'
import { alternate, pick } from '../rounds.ts'
import { type Summary, summarize } from '../statistics.ts'

const PER_SECOND = 200
/** Not measured: cached sessions expire during the other side's round, so each user's first message checks the session. */
const LEAD_IN_SECONDS = 3
const BUDGET_P50_MS = 8
const BUDGET_P99_MS = 40

interface Round extends Summary {
  cpuPerMessage: number
  rejected: number
}

/** Measures from POST at the gateway to the frame at the partner's socket, at a constant rate with all sockets open. */
export async function measureSend(bench: Bench): Promise<Result[]> {
  const { product, baseline } = bench.targets
  const watches = {
    product: await watchMessages(product, bench.chatUsers),
    baseline: await watchMessages(baseline, bench.chatUsers),
  }
  const [rounds, seconds, leadIn] = bench.isQuick ? [1, 2, 0] : [3, 10, LEAD_IN_SECONDS]
  async function measure(target: Target): Promise<Round> {
    await sendAtRate(bench, target, watches[target.name], leadIn * PER_SECOND)
    return sendAtRate(bench, target, watches[target.name], seconds * PER_SECOND)
  }
  await alternate(1, bench.targets, measure) // warm-up
  const measured = await alternate(rounds, bench.targets, measure)
  watches.product.close()
  watches.baseline.close()

  const rejected = measured.product.reduce((sum, round) => sum + round.rejected, 0)
  const note = rejected > 0 ? `${rejected} messages were rejected: this machine was too busy for the rate` : undefined
  const label = `send to shown, ${PER_SECOND} messages/s, ${bench.chatUsers.length} sockets`
  const cpu = pick(measured, ({ cpuPerMessage }) => cpuPerMessage)
  return [
    result(
      `${label}, p50`,
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

/** Sends in an open loop at PER_SECOND, independent of earlier responses. */
async function sendAtRate(bench: Bench, target: Target, watch: Watch, count: number): Promise<Round> {
  const results: Promise<number>[] = []
  let rejected = 0

  async function send(index: number): Promise<number> {
    const content = `${target.name} ${performance.now()} ${index}`
    const [sender, receiver] = participantsOf(bench, index, Math.floor((index * 2) / bench.chatUsers.length))
    const shown = watch.shown(content)
    try {
      await target.send(sender, receiver, content)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      rejected += 1
      return Number.NaN
    }
    return shown
  }

  const startedAt = performance.now()
  const { cpuMs } = await measureCpu(bench, target.name, async () => {
    while (results.length < count) {
      const due = Math.floor(((performance.now() - startedAt) * PER_SECOND) / 1_000)
      while (results.length < Math.min(due, count)) results.push(send(results.length))
      await pause(1)
    }
    await Promise.all(results)
  })
  const times = await Promise.all(results)
  return { ...summarize(times.filter((ms) => !Number.isNaN(ms))), cpuPerMessage: cpuMs / count, rejected }
}
