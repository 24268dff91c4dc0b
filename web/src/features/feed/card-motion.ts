import { isCalm } from '../../lib/view/motion.ts'
import { isSideways, rotationOf, throwMs } from './swipe-rules.ts'

// Swiped cards and the cards below move by transform and opacity alone, outside React, so that no frame is late.

const SPRING_MS = 340
const SPRING = `transform ${SPRING_MS}ms cubic-bezier(0.2, 1.4, 0.4, 1)`
/** Time in which the next card rises below a moving card. */
const FOLLOW_MS = 160
const CROSS_FADE_MS = 160

/** The two cards that move up below a swiped card; the screen shows no more. */
const followers = new WeakMap<HTMLElement, HTMLElement[]>()

/** Moves a card with the pointer; `width` is its own. */
export function moveCard(card: HTMLElement, { dx, dy }: { dx: number; dy: number }, width: number): void {
  const up = isSideways({ dx, dy }) ? 0 : Math.min(0, dy)
  card.style.transition = 'none'
  card.style.transform = isCalm() ? '' : `translate3d(${dx}px, ${up}px, 0) rotate(${rotationOf(dx, width)}deg)`
  showMeaning(card, Math.max(-1, Math.min(1, (dx / width) * 3)))
}

/** Brings the next cards up below a card that is dragged sideways. */
export function followBelow(card: HTMLElement): void {
  if (!isCalm() && !followers.has(card)) moveFollowers(card, FOLLOW_MS)
}

/** Lets a card and the ones below it return to their places. */
export function springBack(card: HTMLElement): void {
  card.style.transition = SPRING
  card.style.transform = ''
  showMeaning(card, 0)
  releaseFollowers(card, `translate ${SPRING_MS}ms ease-out`)
  setTimeout(() => {
    if (!followers.has(card)) card.style.zIndex = ''
  }, SPRING_MS)
}

/** Moves the card off the screen and the next cards into its place. Fades it out for users who want less motion. */
export function throwCard(card: HTMLElement, swipe: 'like' | 'pass', speed: number): Promise<void> {
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

/** Puts the cards below a swiped one where React has them, at once. */
export function resetFollowers(card: HTMLElement): void {
  releaseFollowers(card, '')
}

/** Shows what a release would do, from -1 to 1. Set on the stamps alone, because each frame recomputes the styles below. */
function showMeaning(card: HTMLElement, swiped: number): void {
  card.querySelector<HTMLElement>('[data-stamps]')?.style.setProperty('--swiped', String(swiped))
}

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

function releaseFollowers(card: HTMLElement, transition: string): void {
  for (const { style } of followers.get(card) ?? []) {
    style.transition = transition
    style.translate = ''
    style.height = ''
  }
  followers.delete(card)
}

function reset(card: HTMLElement): void {
  resetFollowers(card)
  showMeaning(card, 0)
  for (const property of ['transition', 'transform', 'opacity', 'zIndex'] as const) card.style[property] = ''
}
