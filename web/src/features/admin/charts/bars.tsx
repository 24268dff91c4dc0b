import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

export interface Bar {
  label: ReactNode
  /** Null: hidden. */
  value: number | null
  /** The number of the whole bar. */
  of: number
  /** Beside the number, such as a share. */
  note?: string | undefined
}

/** A table whose rows have a bar each. The bars grow from the start of the line. */
export function Bars({ caption, heads, rows }: { caption: string; heads: [string, string]; rows: Bar[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, value, of, note }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have a fixed order
          <tr key={at} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <th scope="row" className="min-w-0 flex-1 text-start font-normal [overflow-wrap:anywhere]">
              {label}
            </th>
            <td className="text-end font-semibold tabular-nums">
              <bdi>
                <Count value={value} />
              </bdi>
              {note && (
                <span className="ms-1 font-normal text-ink-2">
                  {' '}
                  <bdi>{note}</bdi>
                </span>
              )}
            </td>
            <td aria-hidden className="basis-full pt-1">
              <BarShape share={value === null || of === 0 ? 0 : value / of} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function BarShape({ share, className = 'fill-zing' }: { share: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-2 w-full overflow-hidden rounded-full bg-surface-2 rtl:-scale-x-100"
    >
      <rect width={100 * Math.min(1, share)} height="4" className={className} />
    </svg>
  )
}

/** A number, or that it is hidden. */
export function Count({ value }: { value: number | null }) {
  if (value !== null) return i18n.number(value)
  return <span className="font-normal text-ink-2">{t`under 10`}</span>
}
