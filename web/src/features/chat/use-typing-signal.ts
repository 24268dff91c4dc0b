import { useEffect, useRef } from 'react'
import { TYPING_IDLE_MS } from '../../lib/limits.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'

/** Interval of repeated signals: the partner's indicator expires, and the server forwards two a second. */
const REPEAT_INTERVAL_MS = 2_000

/** Signals typing to the partner while the input changes, and up to TYPING_IDLE_MS after. */
export function useTypingSignal(partnerId: number) {
  const { send } = useRealtime()
  const isSignalled = useRef(false)
  const sentAt = useRef(0)
  const idle = useRef(0)
  const transmit = useRef(send)
  transmit.current = send

  function signal(isTyping: boolean): void {
    isSignalled.current = isTyping
    sentAt.current = Date.now()
    transmit.current({ type: 'TYPING_INDICATOR', recipientId: partnerId, isTyping })
  }

  function stopped(): void {
    clearTimeout(idle.current)
    if (isSignalled.current) signal(false)
  }

  function typed(hasText: boolean): void {
    if (!hasText) return stopped()
    clearTimeout(idle.current)
    idle.current = window.setTimeout(stopped, TYPING_IDLE_MS)
    if (!isSignalled.current || Date.now() - sentAt.current > REPEAT_INTERVAL_MS) signal(true)
  }

  const stop = useRef(stopped)
  stop.current = stopped
  useEffect(() => () => stop.current(), [])

  return { typed, stopped }
}
