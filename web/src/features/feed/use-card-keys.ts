import { type RefObject, useEffect } from 'react'
import { hasShortcuts } from '../../lib/input/has-shortcuts.ts'
import { openModals } from '../../lib/layers/open-modals.ts'

const ACTIONS: Partial<Record<string, string>> = { ArrowRight: 'like', ArrowLeft: 'pass' }
/** Controls that use the arrow keys themselves, and the parts of the page beside the screen. */
const OWN_ARROWS = 'input, select, textarea, [role="tab"], [role="menuitem"], nav, aside'

/**
 * Makes the right and left arrow like and pass the card on the screen, as its buttons do. Nothing happens while the focus is
 * beside the screen, such as in the list of conversations. The user can turn the keys off.
 */
export function useCardKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const action = ACTIONS[event.key]
      const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      if (!action || isModified || event.defaultPrevented || !list.current || !hasShortcuts.get()) return
      if (event.target instanceof Element && event.target.closest(OWN_ARROWS)) return
      if (openModals.get().length > 0) return
      const card = focusedCard(list.current) ?? cardInSight(list.current)
      card?.querySelector<HTMLButtonElement>(`[data-action="${action}"]:not(:disabled)`)?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [list])
}

function focusedCard(list: HTMLElement): Element | undefined {
  return [...list.children].find((card) => card.contains(document.activeElement))
}

/** The card of which most is on the screen. */
function cardInSight(list: HTMLElement): Element | undefined {
  const inSight = (card: Element) => {
    const { top, bottom } = card.getBoundingClientRect()
    return Math.min(bottom, window.innerHeight) - Math.max(top, 0)
  }
  return [...list.children].toSorted((a, b) => inSight(b) - inSight(a))[0]
}
