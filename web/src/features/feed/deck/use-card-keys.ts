import { type RefObject, useLayoutEffect } from 'react'
import { hasShortcuts } from '../../../lib/input/has-shortcuts.ts'
import { openModals } from '../../../lib/layers/open-modals.ts'

const ACTIONS: Partial<Record<string, string>> = { ArrowRight: 'like', ArrowLeft: 'pass' }
/** Controls that use the arrow keys themselves, and the parts of the page beside the screen. */
const OWN_ARROWS = 'input, select, textarea, [role="tab"], [role="menuitem"], nav, aside'

/**
 * Makes the right and left arrow like and pass, as the buttons of the deck do. Nothing happens while the focus is
 * beside the screen, such as in the list of conversations. The user can turn the keys off.
 */
export function useCardKeys(deck: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const action = ACTIONS[event.key]
      const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
      if (!action || isModified || event.repeat || event.defaultPrevented || !hasShortcuts.get()) return
      if (event.target instanceof Element && event.target.closest(OWN_ARROWS)) return
      if (openModals.get().length > 0) return
      deck.current?.querySelector<HTMLButtonElement>(`[data-action="${action}"]:not(:disabled)`)?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [deck])
}
