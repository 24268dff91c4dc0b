import { useSyncExternalStore } from 'react'

const FIELD = 'input, textarea, select'

/** True while a field has the focus: the user may be typing. */
export function useFieldFocus(): boolean {
  return useSyncExternalStore(followFocus, hasFieldFocus)
}

function followFocus(listener: () => void): () => void {
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}

function hasFieldFocus(): boolean {
  return document.activeElement?.matches(FIELD) ?? false
}
