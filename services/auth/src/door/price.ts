import type { Settings } from '@zing/proto/community/settings'

export interface SignUps {
  /** Registrations of the last sixty minutes, as far as hourly counts tell. */
  lastHour: number
  /** The median of this hour of the day over the last 28 days. */
  usual: number
}

/** Work that a sign-up costs its device: nothing, about 0.3 s of a middling phone, or seconds. */
export type Price = 'none' | 'middle' | 'high'

/** An hour with fewer sign-ups is calm, however small the community. One address counts for ten, see sign-ups.ts. */
const BUSY_FLOOR = 60
const ATTACK_FLOOR = 200
const BUSY_TIMES = 2
const ATTACK_TIMES = 5

/** The price follows the risk. A good invitation makes a sign-up free, unless everybody pays. */
export function priceOf(signUps: SignUps, proof: Settings['registration']['proof'], hasGoodInvitation: boolean): Price {
  if (proof === 'off') return 'none'
  const price = hasGoodInvitation ? 'none' : priceByRisk(signUps)
  return proof === 'always' && price === 'none' ? 'middle' : price
}

function priceByRisk(signUps: SignUps): Price {
  const { lastHour, usual } = signUps
  if (lastHour >= Math.max(ATTACK_FLOOR, usual * ATTACK_TIMES)) return 'high'
  return isBusy(signUps) ? 'middle' : 'none'
}

/** True for an hour with far more sign-ups than usual. */
export function isBusy({ lastHour, usual }: SignUps): boolean {
  return lastHour >= Math.max(BUSY_FLOOR, usual * BUSY_TIMES)
}
