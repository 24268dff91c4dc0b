import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { createStore } from '../../../lib/state/create-store.ts'
import { perSession, useSessionStore } from '../../../lib/state/per-session.ts'
import { readStored, writeStored } from '../../../lib/state/stored.ts'

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
      <span className="short-card:hidden low-card:inline">
        {hasMorePhotos
          ? t`Tap for more photos. Swipe right to like, left to pass, up to read more.`
          : t`Swipe right to like, left to pass, up to read more.`}
      </span>
      <span className="hidden short-card:inline low-card:hidden">{t`Swipe right to like, left to pass.`}</span>
    </p>
  )
}
