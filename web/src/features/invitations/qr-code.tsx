import { encode } from 'uqr'

const QUIET_ZONE = 4 // modules, as the standard wants

/** Black on white in both themes, since cameras read it best. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: 'M' })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full rounded-(--radius-input) bg-white"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
