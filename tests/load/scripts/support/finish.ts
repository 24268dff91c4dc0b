import { Counter } from 'k6/metrics'
import { METRICS } from '../../shared/thresholds.ts'

const finished = new Counter(METRICS.finished)

/** Counts a VU that reached its end: k6 counts interrupted iterations as complete, too. */
export function finish(): void {
  finished.add(1)
}
