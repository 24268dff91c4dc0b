import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { createStore } from '../../lib/state/create-store.ts'
import { perSession, useSessionStore } from '../../lib/state/per-session.ts'
import { readStored, writeStored } from '../../lib/state/stored.ts'

const KEY = 'zing.card-tip-seen'

const isSeen = perSession(() => createStore(readStored(localStorage, KEY, z.boolean()) === true))

/** Called at the first gesture: the user has found out. */
export function endCardTip(client: QueryClient): void {
  if (isSeen(client).get()) return
  isSeen(client).set(true)
  writeStored(localStorage, KEY, true)
}

export function useHasCardTip(): boolean {
  return !useSessionStore(isSeen)
}

/** Says what a card can do, once on each device. A short card has room for one line. */
export function CardTip({ hasMorePhotos }: { hasMorePhotos: boolean }) {
  return (
    <p
      role="note"
      className="w-fit low-card:me-10 rounded-2xl bg-white/90 px-3 py-1.5 text-sm leading-4.5 font-medium text-shade"
    >
      {hasMorePhotos && <span className="short-card:hidden low-card:inline">Tap for more photos. </span>}
      Swipe right to like, left to pass
      <span className="short-card:hidden low-card:inline">, up to read more</span>.
    </p>
  )
}
