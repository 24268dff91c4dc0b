import { t } from '@lingui/core/macro'
import { VOICE_MAX_MS } from '@zing/proto/limits'
import { clsx } from 'clsx'
import { Mic } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useLayer } from '../../../../lib/layers/layers.ts'
import { type Recorder, startRecorder } from '../../../../lib/media/recorder.ts'
import { toast } from '../../../../lib/state/toast-store.ts'
import type { OutboxMedia } from '../../../../queries/chat/outbox-state.ts'
import { toOutbox } from '../to-outbox.ts'
import { RecorderBar } from './recorder-bar.tsx'

/** A shorter press is a tap, after which it records on. */
const HOLD_MIN_MS = 500
/** A finger that has moved further away discards the recording. */
const DISCARD_PX = 80

export interface VoiceButtonProps {
  /** Why the partner takes no voice messages now; null if they do. */
  refusal: string | null
  onRefusal: (reason: string) => void
  /** Tells whether it needs the whole row. */
  onRecording: (isRecording: boolean) => void
  onSend: (media: OutboxMedia) => void
}

/** Records after a tap, or while it is held: its release sends, and a release elsewhere discards. */
export function VoiceButton({ refusal, onRefusal, onRecording, onSend }: VoiceButtonProps) {
  const recorder = useRef<Recorder | null>(null)
  const press = useRef<{ x: number; y: number; since: number } | null>(null)
  const [mode, setMode] = useState<'off' | 'held' | 'away' | 'on'>('off')
  const isOn = mode !== 'off'
  useLayer(isOn, discard)
  useEffect(() => () => recorder.current?.close(), [])

  function start(next: 'held' | 'on'): void {
    if (refusal !== null) return onRefusal(refusal)
    recorder.current = startRecorder(VOICE_MAX_MS)
    setMode(next)
    onRecording(true)
  }

  function discard(): void {
    recorder.current?.close()
    recorder.current = null
    setMode('off')
    onRecording(false)
  }

  async function send(): Promise<void> {
    const recording = await recorder.current?.finish()
    discard()
    if (recording) onSend(await toOutbox(recording))
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    const { clientX: x, clientY: y, button, pointerId, currentTarget } = event
    if (isOn || button !== 0) return
    currentTarget.setPointerCapture(pointerId)
    press.current = { x, y, since: event.timeStamp }
    start('held')
  }

  function onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>): void {
    if (!press.current || !isOn) return
    const distance = Math.hypot(clientX - press.current.x, clientY - press.current.y)
    setMode(distance > DISCARD_PX ? 'away' : 'held')
  }

  function onPointerUp({ timeStamp }: PointerEvent<HTMLElement>): void {
    if (!press.current || !isOn) return
    const isTap = timeStamp - press.current.since < HOLD_MIN_MS
    press.current = null
    if (mode === 'away') return discard()
    const { phase, elapsedMs } = recorder.current?.state.get() ?? {}
    if (isTap || phase !== 'recording') return setMode('on') // it may have waited for a permission
    if ((elapsedMs ?? 0) >= HOLD_MIN_MS) return void send()
    discard()
    toast(t`Hold to record, or tap to record hands-free`)
  }

  /** Serves keyboards and screen readers; a pointer has started it before. */
  function onClick({ detail }: MouseEvent): void {
    if (detail === 0 && !isOn) start('on')
  }

  return (
    <div className={clsx('flex items-end', isOn && 'min-w-0 flex-1')}>
      {recorder.current && isOn && (
        <RecorderBar recorder={recorder.current} hold={mode === 'on' ? null : mode} onDiscard={discard} onSend={send} />
      )}
      <button
        type="button"
        aria-label={t`Record a voice message`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => press.current && setMode('on')}
        onClick={onClick}
        onContextMenu={(event) => event.preventDefault()}
        className={clsx(
          'grid h-12 w-11 shrink-0 touch-none place-items-center rounded-full select-none',
          refusal !== null && 'opacity-50',
          mode === 'held' && 'bg-zing text-on-zing',
          mode === 'away' && 'bg-surface-2 text-bad',
          mode === 'on' && 'hidden',
          mode === 'off' && 'text-ink-2',
        )}
      >
        <Mic aria-hidden className="size-6" strokeWidth={1.75} />
      </button>
    </div>
  )
}
