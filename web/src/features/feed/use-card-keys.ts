import { type RefObject, useEffect } from 'react'
import { openModals } from '../../lib/layers/open-modals.ts'

const ACTIONS: Partial<Record<string, string>> = { ArrowRight: 'like', ArrowLeft: 'pass' }
/** Controls that use the arrow keys themselves. */
const OWN_ARROWS = 'input, select, textarea, [role="tab"], [role="menuitem"]'

/** Makes the right and left arrow like and pass, as the buttons of the deck do. */
export function useCardKeys(deck: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const action = ACTIONS[event.key]
      const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      if (!action || isModified || event.repeat || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(OWN_ARROWS)) return
      if (openModals.get().length > 0) return
      deck.current?.querySelector<HTMLButtonElement>(`[data-action="${action}"]:not(:disabled)`)?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [deck])
}
