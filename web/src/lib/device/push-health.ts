import { createStore } from '../state/create-store.ts'

/** True while the socket is connected and the server trusts its pushes. */
export const pushHealth = createStore(false)

/** Value for `refetchInterval` that polls only while pushes cannot be trusted. */
export function pollUnlessPushed(intervalMs: number): () => number | false {
  return () => (pushHealth.get() ? false : intervalMs)
}
