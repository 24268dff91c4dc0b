import { useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { createStore } from '../state/create-store.ts'

type Close = () => void

/** Open dialogs, panels, menus and steps, oldest first. Each has a history entry, so that Back closes it. */
export const layers = createStore<readonly Close[]>([])

/** Time after which a traversal that changed nothing is given up. */
export const TRAVERSAL_TIMEOUT_MS = 1_000
let traversal: Promise<void> | null = null

/** Keeps a layer in the history while it is open; `onClose` runs on Back and must close it. */
export function useLayer(isOpen: boolean, onClose: Close): void {
  const close = useRef(onClose)
  close.current = onClose
  // not useEffect: a layer that is visible before it has its entry would lose a Back to the screen below
  useLayoutEffect(() => (isOpen ? openLayer(() => close.current()) : undefined), [isOpen])
}

function openLayer(close: Close): Close {
  layers.set([...layers.get(), close])
  queueMicrotask(syncHistory) // not at once: a layer that closes while another opens leaves its entry to it
  return () => {
    layers.set(layers.get().filter((one) => one !== close))
    queueMicrotask(syncHistory)
  }
}

/** Closes all layers and waits until their entries are gone, so that a navigation leaves none of them behind. */
export async function closeLayers(): Promise<void> {
  closeFrom(0)
  syncHistory()
  await untilSettled()
}

/** Closes one layer and waits until its entry is gone; layers above it stay open. */
export async function closeLayer(close: Close): Promise<void> {
  flushSync(close)
  syncHistory()
  await untilSettled()
}

/** A traversal may be followed by another one, of layers that closed meanwhile. */
async function untilSettled(): Promise<void> {
  while (traversal) await traversal
}

/** Closes layers on Back. */
export function followHistory(): () => void {
  window.addEventListener('popstate', onPopState)
  return () => window.removeEventListener('popstate', onPopState)
}

function onPopState(): void {
  if (traversal) return // not Back: an entry without a layer has been left, and another layer may be open by now
  closeFrom(entryDepth())
  syncHistory()
}

function closeFrom(depth: number): void {
  const closing = layers.get().slice(depth)
  layers.set(layers.get().slice(0, depth))
  for (const close of closing.reverse()) close()
}

/** Adds the entries of new layers; leaves entries whose layer is gone, for example after a reload. */
export function syncHistory(): void {
  if (traversal) return // the end of the traversal calls this again
  const { length } = layers.get()
  for (let depth = entryDepth() + 1; depth <= length; depth++) {
    setDepth('pushState', depth)
  }
  if (entryDepth() > length) traverse(length - entryDepth())
}

/** Number of layers that were open when the current entry was made. */
function entryDepth(): number {
  return window.history.state?.layers ?? 0
}

/** Keeps the router's part of the state, and so the screen. */
function setDepth(method: 'pushState' | 'replaceState', depth: number): void {
  window.history[method]({ ...window.history.state, layers: depth }, '')
}

function traverse(delta: number): void {
  traversal = new Promise((resolve) => {
    const end = () => {
      clearTimeout(timeout)
      window.removeEventListener('popstate', end)
      traversal = null
      syncHistory() // layers may have opened or closed meanwhile
      resolve()
    }
    const timeout = setTimeout(() => {
      setDepth('replaceState', layers.get().length)
      end()
    }, TRAVERSAL_TIMEOUT_MS)
    window.addEventListener('popstate', end)
    window.history.go(delta)
  })
}
