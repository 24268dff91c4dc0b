import { median } from './statistics.ts'

export type Unit = 'ms' | '/s' | 's' | 'KiB' | 'MiB' | 'times' | 'count'

export interface Result {
  label: string
  unit: Unit
  product: number
  /** Null if the baseline has no equivalent. */
  baseline: number | null
  /** Ratio of product to baseline: the median over the rounds, each of which measures both in turn. */
  ratio: number | null
  budget: number | null
  note?: string | undefined
  rounds: Rounds
}

export interface Rounds {
  product: number[]
  baseline: number[]
}

interface Details {
  budget?: number | undefined
  note?: string | undefined
}

export function result(label: string, unit: Unit, rounds: Rounds, { budget, note }: Details = {}): Result {
  const ratios = rounds.product.flatMap((product, round) => {
    const baseline = rounds.baseline[round]
    return baseline ? [product / baseline] : []
  })
  return {
    label,
    unit,
    product: median(rounds.product),
    baseline: rounds.baseline.length > 0 ? median(rounds.baseline) : null,
    ratio: ratios.length > 0 ? median(ratios) : null,
    budget: budget ?? null,
    ...(note && { note }),
    rounds,
  }
}

/** Null without a budget. A failed measurement (NaN) misses its budget. The budget of a rate is a minimum. */
export function isMet({ product, budget, unit }: Pick<Result, 'product' | 'budget' | 'unit'>): boolean | null {
  if (budget === null) return null
  return unit === '/s' ? product >= budget : product <= budget
}

/** Rounds to at most two decimals, fewer for larger numbers. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return 'n/a'
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.01))))
  const [whole = '', fraction] = value.toFixed(Math.min(digits, 2)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

export function formatValue(value: number | null, unit: Unit): string {
  if (value === null) return ''
  if (unit === 'times') return `x ${formatNumber(value)}`
  if (unit === 'count') return String(Math.round(value * 10) / 10)
  return `${formatNumber(value)}${unit === '/s' ? unit : ` ${unit}`}`
}
