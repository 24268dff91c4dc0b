import { useSyncExternalStore } from 'react'
import { createStore } from '../state/create-store.ts'

const NONE: ReadonlySet<string> = new Set()
const failed = createStore(NONE)

/** True from a failure to load the photo until `retryPhotos`; its place has a placeholder meanwhile. */
export function useHasPhotoFailed(path: string | null): boolean {
  return useSyncExternalStore(failed.subscribe, () => path !== null && failed.get().has(path))
}

export function setPhotoFailed(path: string): void {
  failed.set(new Set(failed.get()).add(path))
}

/** Lets photos load again that have failed, because the connection is back. */
export function retryPhotos(): void {
  if (failed.get().size > 0) failed.set(NONE)
}
