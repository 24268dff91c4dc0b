import { READY_PATH } from '@zing/proto/paths'

const WAIT_MS = 1_000
const KEEP_MS = 500

/** Ready when every service is; asked at most twice a second. */
export function createReadiness(serviceUrls: string[], now: () => number = Date.now): () => Promise<boolean> {
  let known: { at: number; answer: Promise<boolean> } | null = null
  return function isReady() {
    if (!known || now() - known.at > KEEP_MS) known = { at: now(), answer: askAll(serviceUrls) }
    return known.answer
  }
}

async function askAll(serviceUrls: string[]): Promise<boolean> {
  const answers = await Promise.all(
    serviceUrls.map((url) =>
      fetch(`${url}${READY_PATH}`, { signal: AbortSignal.timeout(WAIT_MS) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return answers.every(Boolean)
}
