import { METRICS } from './thresholds.ts'

/** The limit of the product is one more. */
export const SOCKETS_PER_USER = 9
/** Time in which all sockets open. */
export const CONNECT_MS = 40_000
/** When the host is lost, from the start of the load. */
export const LOSS_MS = 60_000
/** The script's line at that time. */
export const HOST_LOST = 'storm: the host is lost now'

export function phaseMetric(phase: 'before' | 'after'): string {
  return `${METRICS.accepted}{phase:${phase}}`
}
