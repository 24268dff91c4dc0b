import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { DRAG_MIN_PX } from '../../lib/limits.ts'
import { followBelow, moveCard, resetFollowers, springBack, throwCard } from './card-motion.ts'
import { isSideways, type Swipe, swipeOf } from './swipe-rules.ts'

/** A pointer that rests longer before its release does not throw the card. */
const REST_MS = 100

/** A card counts as whole on the screen although rounding hides a part of a pixel. */
const WHOLE = 0.99

/**
 * Lets a card follow the pointer sideways, and up once the whole card is on the screen. Otherwise the browser pans, so that
 * a user reaches the end of a higher card. Returns a function that throws the card as a button does; both end in `onSwipe`.
 */
export function useSwipe(card: RefObject<HTMLElement | null>, onSwipe: (swipe: Swipe) => void, isOn: boolean) {
  const latest = useRef(onSwipe)
  latest.current = onSwipe

  useEffect(() => {
    if (!isOn || !card.current) return
    return followPointer(card.current, (swipe) => latest.current(swipe))
  }, [card, isOn])

  // The next card, which has moved up, takes the place of a removed card in the same frame.
  useLayoutEffect(() => {
    const thrown = card.current
    return () => void (thrown && resetFollowers(thrown))
  }, [card])

  return (swipe: 'like' | 'pass') => (card.current ? throwCard(card.current, swipe, 0) : Promise.resolve())
}

function followPointer(card: HTMLElement, onSwipe: (swipe: Swipe) => void): () => void {
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
  observer.observe(card)

  function onDown(event: PointerEvent): void {
    isDragging = false
    const isControl = event.target instanceof Element && event.target.closest('button') !== null
    if (!event.isPrimary || event.button !== 0 || isControl) return
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
    if (isSideways({ dx, dy })) followBelow(card)
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
    if (swipe === 'like' || swipe === 'pass') return void throwCard(card, swipe, speed).then(() => onSwipe(swipe))
    springBack(card)
    if (swipe) onSwipe(swipe)
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
  card.addEventListener('pointerdown', onDown)
  card.addEventListener('pointermove', onMove)
  card.addEventListener('pointerup', onUp)
  card.addEventListener('pointercancel', onCancel)
  card.addEventListener('touchmove', onTouchMove, { passive: false })
  card.addEventListener('dragstart', prevent) // a mouse would drag the link or the photo
  card.addEventListener('click', onClick, { capture: true })
  return () => {
    observer.disconnect()
    card.removeEventListener('touchmove', onTouchMove)
    card.removeEventListener('pointerdown', onDown)
    card.removeEventListener('pointermove', onMove)
    card.removeEventListener('pointerup', onUp)
    card.removeEventListener('pointercancel', onCancel)
    card.removeEventListener('dragstart', prevent)
    card.removeEventListener('click', onClick, { capture: true })
  }
}
