import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { createStore } from './create-store.ts'
import { perSession } from './per-session.ts'
import { readStored, writeStored } from './stored.ts'

const KEY = 'zing.recovery-offer'
const State = z.enum(['due', 'over'])

/** The offer of recovery codes in the feed. It is due after the first match; null before. */
export const recoveryOffer = perSession(() => createStore(readStored(localStorage, KEY, State)))

export function offerRecovery(client: QueryClient): void {
  if (recoveryOffer(client).get() === null) set(client, 'due')
}

export function endRecoveryOffer(client: QueryClient): void {
  set(client, 'over')
}

function set(client: QueryClient, state: z.infer<typeof State>): void {
  writeStored(localStorage, KEY, state)
  recoveryOffer(client).set(state)
}
