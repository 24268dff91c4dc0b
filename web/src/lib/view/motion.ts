/** True for users who want less motion: elements fade instead of moving. */
export function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Scrolling for a call such as `scrollIntoView`. */
export function scrollBehavior(): ScrollBehavior {
  return isCalm() ? 'auto' : 'smooth'
}
