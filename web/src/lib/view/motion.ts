/** True for users who want less motion: what moves is faded instead. */
export function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Scrolling for a call such as `scrollIntoView`. */
export function scrollBehavior(): ScrollBehavior {
  return isCalm() ? 'auto' : 'smooth'
}
