import { z } from 'zod/mini'
import { readStored, writeStored } from './stored.ts'

const KEY = 'zing.known-device'

/** True if any user has ever signed in on this device. */
export function isKnownDevice(): boolean {
  return readStored(localStorage, KEY, z.literal(true)) !== null
}

export function rememberDevice(): void {
  writeStored(localStorage, KEY, true)
}
