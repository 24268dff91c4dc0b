import { msg } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'

/** Title wherever the device has no network, as opposed to a server that does not respond. */
export const OFFLINE = msg`You are offline`

/** Options of mutations that a user waits for: offline they fail at once. */
export const FAIL_OFFLINE = { networkMode: 'always' } as const

/** False only if the device knows that it has no network; a network may still lead nowhere. */
export function isOnline(): boolean {
  return navigator.onLine !== false
}

export function useOnline(): boolean {
  return useSyncExternalStore(followNetwork, isOnline)
}

function followNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
