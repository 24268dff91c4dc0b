import { z } from 'zod'

export const STATISTICS = ['avg', 'p(50)', 'p(95)', 'p(99)', 'max', 'count']

interface Threshold {
  /** Rule in k6's syntax: `p(95)<=40`. */
  rule: string
  isMet: boolean
}

export interface Row {
  metric: string
  statistics: Record<string, number>
  thresholds: Threshold[]
}

export interface Check {
  name: string
  passed: number
  failed: number
}

export interface Summary {
  /** Metrics with a threshold, and all custom metrics. */
  rows: Row[]
  checks: Check[]
}

const Metric = z
  .object({ thresholds: z.record(z.string(), z.boolean()).optional() })
  .catchall(z.number())
  .transform(({ thresholds = {}, ...statistics }) => ({ thresholds, statistics }))
const CheckCount = z.object({ name: z.string(), passes: z.int(), fails: z.int() })
const Export = z.object({
  metrics: z.record(z.string(), Metric),
  root_group: z.object({ checks: z.record(z.string(), CheckCount).default({}) }),
})

const BUILT_IN = /^(http|ws|vus|data|iteration|dropped|group)/
const SUBMETRIC = /^http_req_duration\{name:(.*)\}$/

export function readSummary(exported: unknown): Summary {
  const { metrics, root_group: root } = Export.parse(exported)
  const rows = Object.entries(metrics)
    .map(([metric, { thresholds, statistics }]): Row => {
      const rules = Object.entries(thresholds)
      return {
        metric: metric.replace(SUBMETRIC, '$1'),
        statistics,
        thresholds: rules.map(([rule, isCrossed]) => ({ rule, isMet: !isCrossed && !isEmpty(statistics) })),
      }
    })
    .filter(({ metric, thresholds }) => thresholds.length > 0 || !BUILT_IN.test(metric))
  const checks = Object.values(root.checks).map(({ name, passes, fails }) => ({
    name,
    passed: passes,
    failed: fails,
  }))
  return { rows: rows.toSorted((a, b) => a.metric.localeCompare(b.metric)), checks }
}

/** k6 passes thresholds of a rate or duration without samples, which must fail here. A count of 0 is valid. */
function isEmpty({ passes, fails, count, 'p(50)': median }: Row['statistics']): boolean {
  if (passes !== undefined && fails !== undefined) return passes + fails === 0
  return median !== undefined && count === 0
}

export function onlyOf({ rows, checks }: Summary, metrics: string[]): Summary {
  return { rows: rows.filter(({ metric }) => metrics.includes(metric)), checks }
}

/** True if there are thresholds and all of them are met. */
export function areMet({ rows }: Summary): boolean {
  const thresholds = rows.flatMap((row) => row.thresholds)
  return thresholds.length > 0 && thresholds.every(({ isMet }) => isMet)
}
