import { t } from '@lingui/core/macro'
import { Pause, Play } from 'lucide-react'
import { useMemo } from 'react'
import { alongText } from '../../../../lib/input/along-text.ts'
import { toPeaks } from '../../../../lib/media/peaks.ts'
import { Spinner } from '../../../../ui/spinner.tsx'
import { clock } from './clock.ts'
import { usePlayer } from './use-player.ts'
import { Waveform } from './waveform.tsx'

const BARS = 32
const KEY_STEP_MS = 1_000
const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: 5,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageDown: -5,
}

const TINT = { backgroundColor: 'color-mix(in srgb, currentColor 15%, transparent)' }

interface PlayerProps {
  load: () => Promise<Blob>
  durationMs: number
  peaks: readonly number[]
}

/** Button, waveform and time of a recording. The waveform seeks by pointer and arrow keys. */
export function Player({ load, durationMs, peaks }: PlayerProps) {
  const { element, isPlaying, isLoading, hasFailed, atMs, toggle, seek } = usePlayer({ load, durationMs })
  const bars = useMemo(() => toPeaks(peaks, BARS), [peaks])
  const isStarted = isPlaying || atMs > 0
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="flex items-center gap-2">
        <audio {...element} />
        <button
          type="button"
          aria-label={isPlaying ? t`Pause` : t`Play`}
          onClick={toggle}
          className="grid size-11 shrink-0 place-items-center rounded-full"
          style={TINT}
        >
          {isLoading && <Spinner className="size-5" />}
          {!isLoading && isPlaying && <Pause aria-hidden className="size-5" fill="currentColor" strokeWidth={1.75} />}
          {!isLoading && !isPlaying && <Play aria-hidden className="size-5" fill="currentColor" strokeWidth={1.75} />}
        </button>
        <span className="relative h-11 min-w-0 flex-1">
          <input
            type="range"
            aria-label={t`Position`}
            aria-valuetext={t`${clock(atMs)} of ${clock(durationMs)}`}
            min={0}
            max={durationMs}
            step="any"
            value={atMs}
            onPointerDown={(event) => event.stopPropagation()} // a swipe of the bubble replies
            onChange={({ target }) => seek(Number(target.value))}
            onKeyDown={(event) => {
              const step = STEPS[alongText(event.key)]
              if (!step) return
              event.preventDefault()
              seek(Math.min(durationMs, Math.max(0, atMs + step * KEY_STEP_MS)))
            }}
            className="peer absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <Waveform
            peaks={bars}
            played={isStarted ? atMs / durationMs : 1}
            className="pointer-events-none h-full rounded-md py-1.5 peer-focus-visible:outline-2"
          />
        </span>
        <span className="min-w-8 shrink-0 text-end text-[13px] tabular-nums">
          {clock(isStarted ? atMs : durationMs)}
        </span>
      </div>
      {hasFailed && <p role="alert" className="pt-1 text-[13px]">{t`Couldn't play it. Tap play to try again.`}</p>}
    </div>
  )
}
