import type { RateProfile } from '@zing/kit/env'

/** Counts open connections per client address. */
export function createOpenByAddress() {
  const open = new Map<string, number>()
  return {
    count: (address: string): number => open.get(address) ?? 0,
    /** Returns a function that ends this count. */
    add(address: string): () => void {
      open.set(address, (open.get(address) ?? 0) + 1)
      let isOpen = true
      return function remove() {
        if (!isOpen) return
        isOpen = false
        const remaining = (open.get(address) ?? 1) - 1
        if (remaining > 0) open.set(address, remaining)
        else open.delete(address)
      }
    },
  }
}

/** Returns a limit per address by profile. Tests and local use open more from one address than production allows. */
export function perAddress(strict: number): Record<RateProfile, number> {
  return { strict, normal: 10 * strict, off: Number.POSITIVE_INFINITY }
}
