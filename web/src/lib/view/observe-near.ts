/** Distance below the visible area, about two cards, at which the client prepares the next elements. */
const AHEAD_PX = 1_800
/** Elements above count as near too: a user who returns to a position far down has skipped them. */
const ABOVE_PX = 1_000_000

/**
 * Calls `onNear` whenever an element comes near the visible part of its scroll area; returns the function that ends it. The
 * margin counts from the scroll area: without a root it would end at the first area that clips.
 */
export function observeNear(element: Element, onNear: () => void): () => void {
  const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onNear(), {
    root: element.closest('[data-scroll-area]'),
    rootMargin: `${ABOVE_PX}px 0px ${AHEAD_PX}px 0px`,
  })
  observer.observe(element)
  return () => observer.disconnect()
}
