/** Distance below what the user sees, about two cards, at which what comes next is prepared. */
const AHEAD_PX = 1_800
/** What lies above is near as well: a user who returns to a position far down has skipped it. */
const ABOVE_PX = 1_000_000

/**
 * Calls `onNear` whenever an element comes near to what its scroll area shows; returns the function that ends it. The margin
 * counts from the scroll area: the margin of an observer without a root ends at the edge of the first area that clips.
 */
export function observeNear(element: Element, onNear: () => void): () => void {
  const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onNear(), {
    root: element.closest('[data-scroll-area]'),
    rootMargin: `${ABOVE_PX}px 0px ${AHEAD_PX}px 0px`,
  })
  observer.observe(element)
  return () => observer.disconnect()
}
