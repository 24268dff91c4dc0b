import { READY_PATH } from '@zing/proto/paths'

const RESPONSE_MS = 2_000

export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}${READY_PATH}`, { signal: AbortSignal.timeout(RESPONSE_MS) })).ok
  } catch {
    return false
  }
}
