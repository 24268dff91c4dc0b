import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { DRAG_MIN_PX } from '../../lib/limits.ts'
import { isCalm } from '../../lib/motion.ts'
import { isSideways, rotationOf, type Swipe, swipeOf, throwMs } from './swipe-rules.ts'

const SPRING_MS = 340
const SPRING = `transform ${SPRING_MS}ms cubic-bezier(0.2, 1.4, 0.4, 1)`
/** The next card comes up below one that begins to move. */
const FOLLOW_MS = 160
const CROSS_FADE_MS = 160
/** A pointer that rests longer before its release does not throw the card. */
const REST_MS = 100

/** A card counts as whole on the screen although rounding hides a part of a pixel. */
const WHOLE = 0.99

/**
 * Lets a card follow the pointer sideways, and up once all of it is on the screen; the browser pans otherwise, so that a
 * user still reaches the end of a higher card. Returns a function that throws the card as a button does; both end in
 * `onSwipe`. Only transform and opacity change, outside of React, so that every frame is in time.
 */
export function useSwipe(card: RefObject<HTMLElement | null>, onSwipe: (swipe: Swipe) => void, isOn: boolean) {
  const latest = useRef(onSwipe)
  latest.current = onSwipe

  useEffect(() => {
    if (!isOn || !card.current) return
    return followPointer(card.current, (swipe) => latest.current(swipe))
  }, [card, isOn])

  // A removed card leaves its place in the same frame to the one that has moved there.
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
      card.dataset.swiping = '' // layers of their own for what moves and fades
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
    move(card, dx, dy, start.width)
    if (isSideways({ dx, dy }) && !isCalm() && !followers.has(card)) moveFollowers(card, FOLLOW_MS)
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

  /** The release of a drag is no click on what lies below it. */
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

function move(card: HTMLElement, dx: number, dy: number, width: number): void {
  const up = isSideways({ dx, dy }) ? 0 : Math.min(0, dy)
  card.style.transition = 'none'
  card.style.transform = isCalm() ? '' : `translate3d(${dx}px, ${up}px, 0) rotate(${rotationOf(dx, width)}deg)`
  showMeaning(card, Math.max(-1, Math.min(1, (dx / width) * 3)))
}

/** Says what a release means, from -1 to 1; set on the stamps alone, since every frame computes the styles below it. */
function showMeaning(card: HTMLElement, swiped: number): void {
  card.querySelector<HTMLElement>('[data-stamps]')?.style.setProperty('--swiped', String(swiped))
}

function springBack(card: HTMLElement): void {
  card.style.transition = SPRING
  card.style.transform = ''
  showMeaning(card, 0)
  returnFollowers(card)
}

/** The two cards that are moved up below one that is swiped; more are not on the screen. */
const followers = new WeakMap<HTMLElement, HTMLElement[]>()

function moveFollowers(card: HTMLElement, ms: number): void {
  const next = card.nextElementSibling
  const moved = [next, next?.nextElementSibling].filter((one) => one instanceof HTMLElement)
  const distance = card.offsetTop - (moved[0]?.offsetTop ?? 0)
  card.style.zIndex = '1' // above the cards that follow
  if (moved[0]?.dataset.card) moved[0].style.height = `${card.offsetHeight}px` // the first card is lower than the others
  for (const { style } of moved) {
    style.transition = `translate ${ms}ms ease-out`
    style.translate = `0 ${distance}px`
  }
  followers.set(card, moved)
}

/** Moves them back while their card springs back. */
function returnFollowers(card: HTMLElement): void {
  for (const { style } of followers.get(card) ?? []) {
    style.transition = `translate ${SPRING_MS}ms ease-out`
    style.translate = ''
    style.height = ''
  }
  followers.delete(card)
  setTimeout(() => {
    if (!followers.has(card)) card.style.zIndex = ''
  }, SPRING_MS)
}

function resetFollowers(card: HTMLElement): void {
  for (const { style } of followers.get(card) ?? []) {
    style.transition = ''
    style.translate = ''
    style.height = ''
  }
  followers.delete(card)
}

/** Moves the card off the screen and the next ones into its place, or fades it out for users who want less motion. */
function throwCard(card: HTMLElement, swipe: 'like' | 'pass', speed: number): Promise<void> {
  const side = swipe === 'like' ? 1 : -1
  const distance = window.innerWidth
  const ms = isCalm() ? CROSS_FADE_MS : throwMs(distance, speed)
  showMeaning(card, side)
  card.style.transition = `transform ${ms}ms ease-out, opacity ${ms}ms ease-in`
  if (!isCalm()) {
    card.style.transform = `translate3d(${side * distance}px, 0, 0) rotate(${rotationOf(side, 1)}deg)`
    moveFollowers(card, ms)
  }
  card.style.opacity = '0'
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve()
      setTimeout(() => reset(card)) // a card that stays, or comes back, is as it was
    }, ms)
  })
}

function reset(card: HTMLElement): void {
  resetFollowers(card)
  springBack(card)
  card.style.transition = ''
  card.style.opacity = ''
  card.style.zIndex = ''
}
