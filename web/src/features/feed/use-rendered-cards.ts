import { type RefObject, startTransition, useEffect, useState } from 'react'
import { observeNear } from '../../lib/view/observe-near.ts'

/** The card on the screen, and the card that looks in from below. */
const FIRST_CARDS = 2
const STEP = 2

/**
 * Number of cards to render: two at once, more as the first that is left out comes near. A page of twenty at once took a slow
 * phone most of a second before its first photo was requested.
 */
export function useRenderedCards(count: number, list: RefObject<HTMLElement | null>): number {
  const [rendered, setRendered] = useState(FIRST_CARDS)
  useEffect(() => {
    const leftOut = rendered < count && list.current?.children[rendered]
    if (!leftOut) return
    return observeNear(leftOut, () => startTransition(() => setRendered(rendered + STEP)))
  }, [rendered, count, list])
  return rendered
}
