import { Counter } from 'k6/metrics'
import { METRICS } from '../../shared/thresholds.ts'

const finished = new Counter(METRICS.finished)

/** Counts VUs that reached their end, since k6 also counts interrupted iterations as complete. */
export function finish(): void {
  finished.add(1)
}
