import { z } from 'zod/mini'
import { readStored, writeStored } from '../../lib/state/stored.ts'

const STORAGE_KEY = 'zing.scroll'
const MAX_POSITIONS = 50
/** Time for the content of a screen to load up to the position. */
const RESTORE_TIMEOUT_MS = 5_000
const USER_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Positions in px by key and path of the history entry, the newest last. */
const positions = new Map(readStored(sessionStorage, STORAGE_KEY, z.array(z.tuple([z.string(), z.number()]))) ?? [])
window.addEventListener('pagehide', () => writeStored(sessionStorage, STORAGE_KEY, [...positions]))

/** Elements that are on the way to a position, which is not where the user left them. */
const restoring = new WeakSet<Element>()

/** Remembers the position of a history entry while it is shown. */
export function keepScrollPosition(element: Element, key: string): () => void {
  function keep(): void {
    if (restoring.has(element)) return
    positions.delete(key)
    positions.set(key, element.scrollTop)
    const [oldest] = positions.keys()
    if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest)
  }
  element.addEventListener('scroll', keep, { passive: true })
  return () => element.removeEventListener('scroll', keep)
}

/** Scrolls to the position of a history entry as its content arrives, unless the user scrolls first. */
export function restoreScrollPosition(element: Element, key: string): () => void {
  const position = positions.get(key)
  if (position === undefined) return () => {}
  const giveUpAt = Date.now() + RESTORE_TIMEOUT_MS
  let frame = 0

  function step(): void {
    element.scrollTop = position ?? 0
    if (Math.abs(element.scrollTop - (position ?? 0)) <= 1 || Date.now() > giveUpAt) return stop()
    frame = requestAnimationFrame(step)
  }

  function stop(): void {
    cancelAnimationFrame(frame)
    restoring.delete(element)
    for (const type of USER_SCROLLS) element.removeEventListener(type, stop)
  }

  restoring.add(element)
  for (const type of USER_SCROLLS) element.addEventListener(type, stop, { passive: true })
  step()
  return stop
}
