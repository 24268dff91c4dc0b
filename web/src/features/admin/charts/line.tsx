import { t } from '@lingui/core/macro'

const [WIDTH, HEIGHT] = [300, 60]

interface Point {
  label: string
  /** Null: hidden, the line has a gap. */
  value: number | null
}

/** A line over time, from the start of the line to its end, with a table for screen readers. */
export function Line({ caption, heads, points }: { caption: string; heads: [string, string]; points: Point[] }) {
  const max = Math.max(1, ...points.map(({ value }) => value ?? 0))
  return (
    <figure>
      <svg
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-24 w-full rtl:-scale-x-100"
      >
        <path d={`M0 ${HEIGHT}H${WIDTH}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
        <path
          d={pathOf(points, max)}
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="stroke-zing"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden className="flex justify-between gap-2 text-[13px] text-ink-2">
        <span>{points[0]?.label}</span>
        <span>{t`most: ${max}`}</span>
        <span>{points.at(-1)?.label}</span>
      </div>
      <table className="sr-only">
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{value ?? t`under 10`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** The path through the known points; a single one between gaps is a bar, since nobody sees a dot. */
export function pathOf(points: Pick<Point, 'value'>[], max: number): string {
  const step = WIDTH / Math.max(1, points.length - 1)
  return points
    .map(({ value }, at) => {
      if (value === null) return ''
      const place = `${round(at * step)} ${round(HEIGHT - (value / max) * HEIGHT)}`
      if (typeof points[at - 1]?.value === 'number') return `L${place}`
      return typeof points[at + 1]?.value === 'number' ? `M${place}` : `M${place}V${HEIGHT}`
    })
    .join('')
}

function round(place: number): number {
  return Math.round(place * 10) / 10
}
