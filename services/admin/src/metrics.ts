import { beforeScrape } from '@zing/kit/observability/metrics'
import { Gauge, Histogram } from 'prom-client'
import type { Models } from './models/models.ts'

const HOUR_SECONDS = 3_600

const casesOpen = new Gauge({
  name: 'zing_cases_open',
  help: 'Cases that no moderator has decided, by kind: report or appeal',
  labelNames: ['kind'],
})
const casesOverdue = new Gauge({ name: 'zing_cases_overdue', help: 'Open cases past the time by which they are due' })
const caseOldest = new Gauge({ name: 'zing_case_oldest_seconds', help: 'Age of the oldest open case; 0 without one' })
export const decisionDuration = new Histogram({
  name: 'zing_case_decision_seconds',
  help: 'From the first report or the appeal to the decision',
  buckets: [0.25, 1, 4, 8, 24, 72, 168].map((hours) => hours * HOUR_SECONDS),
})

/** Counts the open cases before each scrape. Returns a function that stops this. */
export function observeCases({ Case }: Models): { stop(): void } {
  const stop = beforeScrape(async () => {
    const open = { status: 'open' as const }
    const now = new Date()
    const [reports, appeals, overdue, oldest] = await Promise.all([
      Case.countDocuments({ ...open, kind: 'report' }),
      Case.countDocuments({ ...open, kind: 'appeal' }),
      Case.countDocuments({ ...open, dueAt: { $lt: now } }),
      Case.findOne(open, { openedAt: 1 }).sort({ openedAt: 1 }).lean<{ openedAt: Date }>(),
    ])
    casesOpen.set({ kind: 'report' }, reports)
    casesOpen.set({ kind: 'appeal' }, appeals)
    casesOverdue.set(overdue)
    caseOldest.set(oldest ? (now.getTime() - oldest.openedAt.getTime()) / 1_000 : 0)
  })
  return { stop }
}
