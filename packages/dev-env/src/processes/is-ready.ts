import { READY_PATH } from '@zing/proto/paths'

const RESPONSE_MS = 2_000

/** Checks the readiness of a process of Zing; false if it does not listen yet. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}${READY_PATH}`, { signal: AbortSignal.timeout(RESPONSE_MS) })).ok
  } catch {
    return false
  }
}
