import { isCalm } from '../../../lib/view/motion.ts'
import { isSideways, rotationOf, throwMs } from './swipe-rules.ts'

// Cards move by transform and opacity alone, outside React, so that no frame is late.

const SPRING_MS = 340
const SPRING = `transform ${SPRING_MS}ms cubic-bezier(0.2, 1.4, 0.4, 1)`
const CROSS_FADE_MS = 160
/** A card behind is smaller and pale, and looks out below; the same as `card-behind` in styles.css. */
const BEHIND = { scale: 0.95, down: 10, opacity: 0.6 }

/** Moves a card with the pointer; `width` is its own. */
export function moveCard(card: HTMLElement, { dx, dy }: { dx: number; dy: number }, width: number): void {
  const up = isSideways({ dx, dy }) ? 0 : Math.min(0, dy)
  const side = isSideways({ dx, dy }) ? dx : 0
  card.style.transition = 'none'
  if (!isCalm()) {
    card.style.transform = `translate3d(${side}px, ${up}px, 0) rotate(${rotationOf(side, width)}deg)`
    raiseNext(card, Math.abs(side) / width)
  }
  showMeaning(card, (side / width) * 3)
}

/** Lets a card and the card behind it return to their places. */
export function springBack(card: HTMLElement): void {
  card.style.transition = SPRING
  card.style.transform = ''
  showMeaning(card, 0)
  const next = nextOf(card)
  if (next) Object.assign(next.style, { transition: bothIn(SPRING_MS), transform: '', opacity: '' })
}

/** Moves the card off the screen while the next one comes to the front. Fades it out for users who want less motion. */
export function throwCard(card: HTMLElement, swipe: 'like' | 'pass', speed: number): Promise<void> {
  const side = swipe === 'like' ? 1 : -1
  const distance = window.innerWidth
  const ms = isCalm() ? CROSS_FADE_MS : throwMs(distance, speed)
  showMeaning(card, side)
  card.style.transition = `transform ${ms}ms ease-out, opacity ${ms}ms ease-in`
  if (!isCalm()) card.style.transform = `translate3d(${side * distance}px, 0, 0) rotate(${rotationOf(side, 1)}deg)`
  card.style.opacity = '0'
  const next = nextOf(card)
  if (next) Object.assign(next.style, { transition: bothIn(ms), transform: 'none', opacity: '1' })
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve()
      setTimeout(() => reset(card)) // a card that stays, or comes back, is as it was
    }, ms)
  })
}

/** Puts a card where React has it, at once. */
export function reset(card: HTMLElement): void {
  showMeaning(card, 0)
  for (const property of ['transition', 'transform', 'opacity'] as const) card.style[property] = ''
}

/** Brings the card behind to the front as the card on top moves aside; `moved` is in widths. */
function raiseNext(card: HTMLElement, moved: number): void {
  const next = nextOf(card)
  if (!next) return
  const left = 1 - Math.min(1, moved * 2)
  next.style.transition = 'none'
  next.style.transform = `translateY(${BEHIND.down * left}px) scale(${1 - (1 - BEHIND.scale) * left})`
  next.style.opacity = String(1 - (1 - BEHIND.opacity) * left)
}

function bothIn(ms: number): string {
  return `transform ${ms}ms ease-out, opacity ${ms}ms ease-out`
}

function nextOf(card: HTMLElement): HTMLElement | null {
  const next = card.nextElementSibling
  return next instanceof HTMLElement ? next : null
}

/** Shows what a release would do, from -1 to 1. Set on the stamps alone, because each frame recomputes the styles below. */
function showMeaning(card: HTMLElement, swiped: number): void {
  const bounded = Math.max(-1, Math.min(1, swiped))
  card.querySelector<HTMLElement>('[data-stamps]')?.style.setProperty('--swiped', String(bounded))
}
