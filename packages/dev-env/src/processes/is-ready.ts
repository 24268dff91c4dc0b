import { READY_PATH } from '@zing/proto/paths'

const ANSWER_MS = 2_000

/** Whether a process of Zing says that it is ready; not listening yet is no. */
export async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}${READY_PATH}`, { signal: AbortSignal.timeout(ANSWER_MS) })).ok
  } catch {
    return false
  }
}
