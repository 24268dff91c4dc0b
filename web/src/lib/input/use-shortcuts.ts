import { useEffect, useRef } from 'react'
import { z } from 'zod/mini'
import { createStore, useStore } from '../state/create-store.ts'
import { readStored, writeStored } from '../state/stored.ts'

const KEY = 'zing.shortcuts'

/**
 * False once the user has turned single keys off, as WCAG 2.1.4 requires. Speech input and trembling hands press them by
 * accident.
 */
export const hasShortcuts = createStore(readStored(localStorage, KEY, z.boolean()) ?? true)

export function setShortcuts(isOn: boolean): void {
  writeStored(localStorage, KEY, isOn)
  hasShortcuts.set(isOn)
}

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
