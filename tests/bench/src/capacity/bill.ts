import { formatNumber } from '../results/result.ts'
import { type Line, sumOf } from './costs.ts'
import { loadOf, OPERATIONS } from './model.ts'
import { markdown } from './tables.ts'

const DAILY_USERS = 1_000_000

/** Highest ratio to `GET /api/user`, by the label of a line. */
export const LIMITS: Record<string, number> = {
  'app start': 5,
  'feed page': 2.5,
  photo: 1.2,
  'photo again, 16 at once': 0.5,
  like: 8,
  'like, 16 at once': 4,
}

export interface BillLine extends Omit<Line, 'cost'> {
  ms: number
  /** Cores in the busiest minute of DAILY_USERS; null for a line that is not an operation of the model. */
  cores: number | null
  /** The part of the cores of all operations. */
  share: number | null
}

export function billOf(lines: Line[]): BillLine[] {
  const { perSecond } = loadOf(DAILY_USERS)
  const bill = lines.map(({ label, cost, ratio }) => {
    const ms = sumOf(cost)
    const operation = OPERATIONS.find((name) => name === label)
    return { label, ratio, ms, cores: operation ? (perSecond[operation] * ms) / 1_000 : null }
  })
  const all = bill.reduce((sum, { cores }) => sum + (cores ?? 0), 0)
  return bill.map((line) => ({ ...line, share: line.cores === null ? null : line.cores / all }))
}

export function billTable(bill: BillLine[]): string {
  const cell = (value: number | null | undefined) => (value ? formatNumber(value) : '')
  const cores = bill.reduce((sum, line) => sum + (line.cores ?? 0), 0)
  return markdown([
    [
      '',
      'processor ms',
      'to `GET /api/user`',
      'at most',
      'of the day',
      `cores, ${formatNumber(DAILY_USERS)} daily users`,
    ],
    ...bill.map(({ label, ms, ratio, share, cores }) => [
      label,
      cell(ms),
      cell(ratio),
      cell(LIMITS[label]),
      share === null ? '' : `${Math.round(share * 100)} %`,
      cell(cores),
    ]),
    ['all', '', '', '', '100 %', cell(cores)],
  ])
}
