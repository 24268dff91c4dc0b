import { z } from 'zod/mini'
import { createStore } from '../state/create-store.ts'
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
