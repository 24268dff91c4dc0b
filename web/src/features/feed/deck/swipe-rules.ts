import { SWIPE_FLING_PX_PER_MS, SWIPE_PART_OF_WIDTH } from '../../../lib/limits.ts'

interface Movement {
  /** Since the press, in CSS pixels; up is negative. */
  dx: number
  dy: number
  /** Speed at the end along the longer axis, in CSS pixels per millisecond; negative to the left and up. */
  speed: number
}

export type Swipe = 'like' | 'pass' | 'open'

const MAX_DEGREES = 8
const THROW_MS = { min: 120, max: 280 }

/** The swipe that a release means; null if the card returns to its place. */
export function swipeOf({ dx, dy, speed }: Movement, width: number): Swipe | null {
  const way = isSideways({ dx, dy }) ? dx : dy
  const isFlung = Math.abs(speed) > SWIPE_FLING_PX_PER_MS && Math.sign(speed) === Math.sign(way)
  if (Math.abs(way) < width * SWIPE_PART_OF_WIDTH && !isFlung) return null
  if (isSideways({ dx, dy })) return dx > 0 ? 'like' : 'pass'
  return dy < 0 ? 'open' : null
}

export function isSideways({ dx, dy }: Pick<Movement, 'dx' | 'dy'>): boolean {
  return Math.abs(dx) > Math.abs(dy)
}

/** Rotation in degrees of a card that is moved sideways. */
export function rotationOf(dx: number, width: number): number {
  return Math.max(-1, Math.min(1, dx / width)) * MAX_DEGREES
}

/** Time in which a thrown card leaves the screen with its own speed. */
export function throwMs(distance: number, speed: number): number {
  return Math.max(THROW_MS.min, Math.min(THROW_MS.max, distance / Math.max(Math.abs(speed), Number.EPSILON)))
}
