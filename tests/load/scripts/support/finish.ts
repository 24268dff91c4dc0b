import { Counter } from 'k6/metrics'
import { METRICS } from '../../shared/thresholds.ts'

const finished = new Counter(METRICS.finished)

/** Said by a virtual user whose story is told to the end: k6 calls an iteration that was cut off complete, too. */
export function finish(): void {
  finished.add(1)
}
