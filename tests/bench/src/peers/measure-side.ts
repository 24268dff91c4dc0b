import type { Chat, Pair } from '../load/chat.ts'
import { type ConstantRate, sendAtRate } from '../load/constant-rate.ts'
import { type MaxRate, sendAtMaxRate } from '../load/max-rate.ts'
import type { ProcessGroups } from '../processes/cpu.ts'

export const RATES = [100, 200]
const FULL = { leadIn: 3, seconds: 8, ms: 5_000 }
const QUICK = { leadIn: 1, seconds: 2, ms: 1_000 }
/** A rate near the maximum would measure a queue, not the server. */
const MAX_SHARE = 0.8

export interface SideRound {
  max: MaxRate
  /** Results by rate; null if the server cannot keep up with the rate. */
  atRate: Map<number, ConstantRate | null>
}

interface SideOptions {
  pairs: Pair[]
  groups: ProcessGroups
  workers: number
  isQuick: boolean
}

export async function measureSide(chat: Chat, { pairs, groups, workers, isQuick }: SideOptions): Promise<SideRound> {
  const { leadIn, seconds, ms } = isQuick ? QUICK : FULL
  const max = await sendAtMaxRate(chat, { pairs, groups, workers, ms })
  const atRate = new Map<number, ConstantRate | null>()
  for (const perSecond of RATES) {
    const send = (forSeconds: number) => sendAtRate(chat, { pairs, groups, perSecond, seconds: forSeconds })
    const canFollow = perSecond <= max.perSecond * MAX_SHARE
    if (canFollow) await send(leadIn)
    atRate.set(perSecond, canFollow ? await send(seconds) : null)
  }
  return { max, atRate }
}
