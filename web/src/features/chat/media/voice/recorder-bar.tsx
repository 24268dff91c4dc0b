import { t } from '@lingui/core/macro'
import { VOICE_MAX_MS } from '@zing/proto/limits'
import { Mic, Pause, SendHorizontal, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { focusAtOnce } from '../../../../lib/input/focus-at-once.ts'
import { microphoneErrorText } from '../../../../lib/media/microphone-errors.ts'
import { toPeaks } from '../../../../lib/media/peaks.ts'
import type { Recorder, RecorderState } from '../../../../lib/media/recorder.ts'
import { useStore } from '../../../../lib/state/create-store.ts'
import { Button } from '../../../../ui/button.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { clock } from './clock.ts'
import { Player } from './player.tsx'
import { Waveform } from './waveform.tsx'

const BARS = 32
/** Speech stays below this level of full scale. */
const LOUD = 0.3
const ICON = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.75 } as const
const ROUND = 'grid h-12 w-11 shrink-0 place-items-center rounded-full text-ink-2'

interface RecorderBarProps {
  recorder: Recorder
  /** Whether a finger holds it, here or away from the button; null if it records on its own. */
  hold: 'held' | 'away' | null
  onDiscard: () => void
  onSend: () => Promise<void>
}

/** Stands in place of the message's text while a voice message is recorded and heard. */
export function RecorderBar({ recorder, hold, onDiscard, onSend }: RecorderBarProps) {
  const { phase, elapsedMs, levels, error } = useStore(recorder.state)
  const [isSending, setSending] = useState(false)
  const isRecording = phase === 'recording'
  const isFull = elapsedMs >= VOICE_MAX_MS

  function send(): void {
    setSending(true)
    void onSend()
  }

  if (phase === 'failed')
    return (
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 ps-3">
        <p role="alert" className="flex-1 text-sm text-bad">
          {microphoneErrorText(error)}
        </p>
        <Button ref={focusAtOnce} variant="secondary" size="sm" onClick={onDiscard}>{t`OK`}</Button>
      </div>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own width
    <div
      ref={hold === null ? focusAtOnce : null}
      role="group"
      tabIndex={-1}
      aria-label={t`Voice message`}
      className="flex min-h-12 min-w-0 flex-1 items-center gap-1 outline-hidden"
    >
      <output className="sr-only">{spoken(phase, isFull)}</output>
      {hold === null && (
        <button type="button" aria-label={t`Discard the recording`} onClick={onDiscard} className={ROUND}>
          <Trash2 {...ICON} />
        </button>
      )}
      {phase === 'starting' && (
        <span className="flex min-w-0 flex-1 items-center gap-2 ps-2 text-sm text-ink-2">
          <Spinner className="size-5 text-zing" />
          {t`Waiting for the microphone...`}
        </span>
      )}
      {isRecording && (
        <>
          <span className="flex shrink-0 items-center gap-1.5 ps-2 tabular-nums">
            <span aria-hidden className="size-2.5 animate-dot rounded-full bg-bad" />
            {clock(elapsedMs)}
          </span>
          {hold ? (
            <span className="min-w-0 flex-1 text-center text-sm text-ink-2">
              {hold === 'away' ? t`Release to discard` : t`Release to send`}
            </span>
          ) : (
            <Waveform peaks={newest(levels)} played={1} className="h-8 min-w-0 flex-1 px-2 text-zing" />
          )}
        </>
      )}
      {(phase === 'paused' || phase === 'ended') && <Heard key={elapsedMs} recorder={recorder} levels={levels} />}
      {hold === null && isRecording && (
        <button type="button" aria-label={t`Pause the recording`} onClick={recorder.pause} className={ROUND}>
          <Pause {...ICON} />
        </button>
      )}
      {phase === 'paused' && (
        <button type="button" aria-label={t`Continue recording`} onClick={recorder.resume} className={ROUND}>
          <Mic {...ICON} className="size-5 text-zing" />
        </button>
      )}
      {hold === null && phase !== 'starting' && (
        <button
          type="button"
          aria-label={t`Send the voice message`}
          disabled={isSending}
          onClick={send}
          className="grid size-12 shrink-0 place-items-center rounded-full bg-zing text-on-zing active:scale-95 disabled:opacity-50"
        >
          {isSending ? (
            <Spinner className="size-5" />
          ) : (
            <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={2} />
          )}
        </button>
      )}
    </div>
  )
}

/** The recording so far, to be heard before it is sent. */
function Heard({ recorder, levels }: { recorder: Recorder; levels: readonly number[] }) {
  const { elapsedMs } = recorder.state.get()
  const isTried = useRef(false)

  /** Some browsers play only what is complete: the second attempt ends the recording. */
  async function load(): Promise<Blob> {
    const recording = await (isTried.current ? recorder.finish() : recorder.take())
    isTried.current = true
    return recording?.file ?? new Blob()
  }

  return <Player load={load} durationMs={elapsedMs} peaks={toPeaks(levels)} />
}

/** The bars of the last seconds, which move towards the start of the line. */
function newest(levels: readonly number[]): number[] {
  const shown = levels.slice(-BARS).map((level) => Math.min(1, level / LOUD))
  return [...new Array(BARS - shown.length).fill(0), ...shown]
}

function spoken(phase: RecorderState['phase'], isFull: boolean): string {
  if (phase === 'recording') return t`Recording`
  if (phase === 'paused') return t`Paused`
  if (phase === 'ended') return isFull ? t`A voice message can be up to a minute long.` : t`The recording has ended.`
  return ''
}
