import { setTimeout as pause } from 'node:timers/promises'
import { measureCpu, type ProcessGroups } from '../processes/cpu.ts'
import { type Summary, summarize } from '../results/statistics.ts'
import { type Chat, type Pair, participantsOf } from './chat.ts'
import { Refusal } from './chat-server.ts'

export interface ConstantRate extends Summary {
  cpuPerMessage: number
  cpuByGroup: Record<string, number>
  refused: number
}

interface ConstantRateOptions {
  pairs: Pair[]
  groups: ProcessGroups
  perSecond: number
  seconds: number
}

/** Sends in an open loop, without waiting for earlier responses. Times run from the send to the arrival. */
export async function sendAtRate(chat: Chat, options: ConstantRateOptions): Promise<ConstantRate> {
  const { pairs, groups, perSecond, seconds } = options
  const count = perSecond * seconds
  const results: Promise<number>[] = []
  let refused = 0

  async function send(index: number): Promise<number> {
    const content = `${chat.name} ${performance.now()} ${index}`
    const [sender, receiver] = participantsOf(pairs, index)
    const shown = chat.shown(content)
    try {
      await chat.send(sender, receiver, content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused += 1
      return Number.NaN
    }
    return shown
  }

  const startedAt = performance.now()
  const { cpuMs, byGroup } = await measureCpu(groups, async () => {
    while (results.length < count) {
      const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1_000)
      while (results.length < Math.min(due, count)) results.push(send(results.length))
      await pause(1)
    }
    await Promise.all(results)
  })
  const times = (await Promise.all(results)).filter((ms) => !Number.isNaN(ms))
  const cpuByGroup = Object.fromEntries(Object.entries(byGroup).map(([name, ms]) => [name, ms / count]))
  return { ...summarize(times), cpuPerMessage: cpuMs / count, cpuByGroup, refused }
}
