import { startTransition, useEffect, useState } from 'react'

/** The one on the screen, and the one that looks in from below. */
const FIRST_CARDS = 2
const STEP = 2

/**
 * Number of cards to render: two at once, the others in steps, between which the browser paints and responds. A page of
 * twenty at once took a slow phone most of a second before its first photo was requested.
 */
export function useRenderedCards(count: number): number {
  const [rendered, setRendered] = useState(FIRST_CARDS)
  useEffect(() => {
    if (rendered < count) startTransition(() => setRendered(rendered + STEP))
  }, [rendered, count])
  return rendered
}
