import { clsx } from 'clsx'

const HEIGHT_MIN_PERCENT = 8

interface WaveformProps {
  /** Heights from 0 to 1. */
  peaks: readonly number[]
  /** Part that has been played, from 0 to 1. */
  played: number
  className?: string
}

/** Bars from the start of the line to its end. */
export function Waveform({ peaks, played, className }: WaveformProps) {
  return (
    <span aria-hidden className={clsx('flex items-center', className)} style={{ gap: 1 }}>
      {peaks.map((peak, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no other name
          key={index}
          className={clsx('flex-1 rounded-full', index / peaks.length >= played && 'opacity-40')}
          style={{
            backgroundColor: 'currentColor',
            minWidth: 1,
            height: `${Math.max(HEIGHT_MIN_PERCENT, 100 * peak)}%`,
          }}
        />
      ))}
    </span>
  )
}
