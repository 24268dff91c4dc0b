import { useEffect, useRef } from 'react'
import { TYPING_IDLE_MS } from '../../lib/limits.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'

/** True again at most this often: the other side forgets it after a while, and the server passes on two a second. */
const REPEAT_MS = 2_000

/** Tells the partner that one is typing: while the input changes and is not empty, and no longer than 3 s after. */
export function useTypingSignal(partnerId: number) {
  const { send } = useRealtime()
  const isSaid = useRef(false)
  const saidAt = useRef(0)
  const idle = useRef(0)
  const transmit = useRef(send)
  transmit.current = send

  function enqueueMessage(isTyping: boolean): void {
    isSaid.current = isTyping
    saidAt.current = Date.now()
    transmit.current({ type: 'TYPING_INDICATOR', recipientId: partnerId, isTyping })
  }

  function stopped(): void {
    clearTimeout(idle.current)
    if (isSaid.current) enqueueMessage(false)
  }

  function typed(hasText: boolean): void {
    if (!hasText) return stopped()
    clearTimeout(idle.current)
    idle.current = window.setTimeout(stopped, TYPING_IDLE_MS)
    if (!isSaid.current || Date.now() - saidAt.current > REPEAT_MS) enqueueMessage(true)
  }

  const stop = useRef(stopped)
  stop.current = stopped
  useEffect(() => () => stop.current(), [])

  return { typed, stopped }
}
