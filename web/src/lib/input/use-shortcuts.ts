import { useEffect, useRef } from 'react'
import { useStore } from '../state/create-store.ts'
import { hasShortcuts } from './has-shortcuts.ts'

/** Runs a function by its key, but not while the user types, holds a modifier or has a dialog open. */
export function useShortcuts(shortcuts: ReadonlyMap<string, () => void>): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const isOn = useStore(hasShortcuts)

  useEffect(() => {
    if (!isOn) return
    function onKeyDown(event: KeyboardEvent): void {
      const isCommand = event.ctrlKey || event.metaKey || event.altKey
      if (event.defaultPrevented || event.isComposing || isCommand || isTyping(event.target) || isLayerOpen()) return
      const run = latest.current.get(event.key)
      if (!run) return
      event.preventDefault() // the key must not be typed into the field that it focuses
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input:not([type=radio], [type=checkbox]), textarea, select')
}

function isLayerOpen(): boolean {
  return document.querySelector('dialog[open], [role="menu"]') !== null
}
