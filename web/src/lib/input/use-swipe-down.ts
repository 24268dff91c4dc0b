import { type PointerEvent, useRef } from 'react'

const CLOSE_PX = 90

/** Handlers for an element that a finger moves down to close it. */
export function useSwipeDown(onClose: () => void) {
  const start = useRef<{ pointerId: number; y: number } | null>(null)

  function end(element: HTMLElement): void {
    start.current = null
    element.style.transform = ''
  }

  return {
    onPointerDown({ pointerId, isPrimary, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      if (!isPrimary || (window.visualViewport?.scale ?? 1) > 1) return end(currentTarget) // two fingers zoom
      start.current = { pointerId, y }
      currentTarget.setPointerCapture(pointerId)
    },
    onPointerMove({ clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) {
      if (start.current?.pointerId !== pointerId) return
      currentTarget.style.transform = `translateY(${Math.max(0, clientY - start.current.y)}px)`
    },
    onPointerUp({ clientY, pointerId, currentTarget }: PointerEvent<HTMLElement>) {
      const isClosed = start.current?.pointerId === pointerId && clientY - start.current.y > CLOSE_PX
      end(currentTarget)
      if (isClosed) onClose()
    },
    onPointerCancel: ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget),
  }
}
