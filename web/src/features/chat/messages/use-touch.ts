import { type PointerEvent, useRef } from 'react'

const LONG_PRESS_MS = 450
/** A finger that has moved further scrolls or swipes. */
const STILL_PX = 10
const REPLY_PX = 56
const SWIPE_MAX_PX = 72

/** Handlers for a bubble: a long press of a finger, and a swipe to the right, which the bubble follows. */
export function useTouch({ onLongPress, onSwipe }: { onLongPress: () => void; onSwipe: () => void }) {
  const start = useRef<{ x: number; y: number } | null>(null)
  const timer = useRef(0)

  function end(element: HTMLElement): void {
    clearTimeout(timer.current)
    start.current = null
    element.style.transform = ''
  }

  return {
    onPointerDown({ pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      if (pointerType !== 'touch') return
      start.current = { x, y }
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => {
        end(currentTarget)
        onLongPress()
      }, LONG_PRESS_MS)
    },
    onPointerMove({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) {
      if (!start.current) return
      const x = clientX - start.current.x
      if (Math.max(Math.abs(x), Math.abs(clientY - start.current.y)) > STILL_PX) clearTimeout(timer.current)
      currentTarget.style.transform = x > STILL_PX ? `translateX(${Math.min(x, SWIPE_MAX_PX)}px)` : ''
    },
    onPointerUp({ clientX, currentTarget }: PointerEvent<HTMLElement>) {
      const isSwipe = start.current !== null && clientX - start.current.x >= REPLY_PX
      end(currentTarget)
      if (isSwipe) onSwipe()
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget), // the list scrolls
  }
}
