import { StartError } from '@zing/dev-env/start-error'
import { METRICS } from '../shared/thresholds.ts'
import type { Summary } from './summary.ts'

const HOUR_MS = 60 * 60 * 1_000
/** Time for the start of the product, and before and after the attack. */
const MARGIN_MS = 120_000
/** An honest sign-up may take this much longer during an attack, with its proof. */
const MAX_SLOWER_MS = 1_000

/** The product counts sign-ups by the hour, so a short run must not begin a new one. */
export function requireOneHour(now: Date, seconds: number): void {
  const longest = (HOUR_MS - MARGIN_MS) / 1_000
  if (seconds > longest) throw new StartError(`door runs for ${longest} s at most, within one hour of the clock.`)
  const left = HOUR_MS - (now.getTime() % HOUR_MS)
  if (left >= seconds * 1_000 + MARGIN_MS) return
  throw new StartError(
    `door needs one hour of the clock for itself: start it again in ${Math.ceil(left / 60_000)} min.`,
  )
}

/** Says if honest sign-ups waited too long during the attack, since k6 compares no scenarios. */
export function slowdownOf({ rows }: Summary): string | null {
  const p95Of = (scenario: string) =>
    rows.find(({ metric }) => metric === `${METRICS.signUp}{scenario:${scenario}}`)?.statistics['p(95)'] ?? Number.NaN
  const [before, during] = [p95Of('before'), p95Of('honest')]
  if (during <= before + MAX_SLOWER_MS) return null
  return `An honest sign-up took ${Math.round(before)} ms before the attack and ${Math.round(during)} ms in it (p95).`
}
