import { createStore } from '../../lib/create-store.ts'

/** Whom this tab has just blocked: their chat says so until the redirect. */
export const blockedHere = createStore<ReadonlySet<number>>(new Set())

export function noteBlocked(userId: number): void {
  blockedHere.set(new Set([...blockedHere.get(), userId]))
}
