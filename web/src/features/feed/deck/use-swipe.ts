import { type RefObject, useEffect, useRef } from 'react'
import { DRAG_MIN_PX } from '../../../lib/limits.ts'
import { moveCard, springBack } from './card-motion.ts'
import { isSideways, type Swipe, swipeOf } from './swipe-rules.ts'

/** A pointer that rests longer before its release does not throw the card. */
const REST_MS = 100

/** A card counts as whole on the screen although rounding hides a part of a pixel. */
const WHOLE = 0.99

/**
 * Lets the first element of the stack follow the pointer sideways, and up. In a window lower than the stack the browser pans
 * instead of the way up. A swipe ends in `onSwipe`, with the speed of the release.
 */
export function useSwipe(stack: RefObject<HTMLElement | null>, onSwipe: (swipe: Swipe, speed: number) => void) {
  const latest = useRef(onSwipe)
  latest.current = onSwipe

  useEffect(() => {
    if (stack.current) return followPointer(stack.current, (swipe, speed) => latest.current(swipe, speed))
  }, [stack])
}

function followPointer(stack: HTMLElement, onSwipe: (swipe: Swipe, speed: number) => void): () => void {
  let card = stack
  let start: { id: number; x: number; y: number; width: number; isWhole: boolean } | null = null
  let last = { x: 0, y: 0, at: 0, speedX: 0, speedY: 0 }
  let isDragging = false
  let isWhole = false
  const observer = new IntersectionObserver(
    (entries) => {
      isWhole = (entries.at(-1)?.intersectionRatio ?? 0) >= WHOLE
    },
    { threshold: WHOLE },
  )
  observer.observe(stack)

  function onDown(event: PointerEvent): void {
    isDragging = false
    const [first] = stack.children
    if (!event.isPrimary || event.button !== 0 || !(first instanceof HTMLElement) || first.style.opacity === '0') return // thrown
    card = first
    start = { id: event.pointerId, x: event.clientX, y: event.clientY, width: Math.max(1, card.offsetWidth), isWhole }
    last = { x: event.clientX, y: event.clientY, at: event.timeStamp, speedX: 0, speedY: 0 }
  }

  function onMove(event: PointerEvent): void {
    if (start?.id !== event.pointerId) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (!isDragging && Math.hypot(dx, dy) < DRAG_MIN_PX) return
    if (!isDragging) {
      card.setPointerCapture(event.pointerId)
      card.dataset.swiping = '' // own layers for the moving and fading parts
    }
    isDragging = true
    const elapsed = Math.max(1, event.timeStamp - last.at)
    last = {
      x: event.clientX,
      y: event.clientY,
      at: event.timeStamp,
      speedX: (event.clientX - last.x) / elapsed,
      speedY: (event.clientY - last.y) / elapsed,
    }
    moveCard(card, { dx, dy }, start.width)
  }

  function onUp(event: PointerEvent): void {
    if (start?.id !== event.pointerId) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    start = null
    delete card.dataset.swiping
    if (!isDragging) return
    const isResting = event.timeStamp - last.at > REST_MS
    const speed = isResting ? 0 : isSideways({ dx, dy }) ? last.speedX : last.speedY
    const swipe = swipeOf({ dx, dy, speed }, card.offsetWidth)
    if (swipe !== 'like' && swipe !== 'pass') springBack(card)
    if (swipe) onSwipe(swipe, speed)
  }

  /** Keeps the browser from panning with a movement that opens the page. */
  function onTouchMove(event: TouchEvent): void {
    const [touch] = event.touches
    if (!start?.isWhole || !touch || !event.cancelable) return
    const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y]
    if (dy < 0 && !isSideways({ dx, dy })) event.preventDefault()
  }

  /** The browser has taken the pointer for scrolling, or the window has lost it. */
  function onCancel(): void {
    if (start && isDragging) springBack(card)
    delete card.dataset.swiping
    start = null
  }

  /** Keeps the release of a drag from clicking the element below it. */
  function onClick(event: MouseEvent): void {
    if (!isDragging) return
    isDragging = false
    event.preventDefault()
    event.stopPropagation()
  }

  const prevent = (event: Event) => event.preventDefault()
  stack.addEventListener('pointerdown', onDown)
  stack.addEventListener('pointermove', onMove)
  stack.addEventListener('pointerup', onUp)
  stack.addEventListener('pointercancel', onCancel)
  stack.addEventListener('touchmove', onTouchMove, { passive: false })
  stack.addEventListener('dragstart', prevent) // a mouse would drag the link or the photo
  stack.addEventListener('click', onClick, { capture: true })
  return () => {
    observer.disconnect()
    stack.removeEventListener('touchmove', onTouchMove)
    stack.removeEventListener('pointerdown', onDown)
    stack.removeEventListener('pointermove', onMove)
    stack.removeEventListener('pointerup', onUp)
    stack.removeEventListener('pointercancel', onCancel)
    stack.removeEventListener('dragstart', prevent)
    stack.removeEventListener('click', onClick, { capture: true })
  }
}
