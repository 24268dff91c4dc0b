import { setTimeout as pause } from 'node:timers/promises'

const ATTEMPTS = 60
const PAUSE_MS = 500

/** Repeats a call that gets 503, as clients do: a busy machine may refuse it. Returns the last response. */
export async function untilAccepted<Result extends { status: number }>(send: () => Promise<Result>): Promise<Result> {
  let result = await send()
  for (let attempt = 1; result.status === 503 && attempt < ATTEMPTS; attempt++) {
    await pause(PAUSE_MS)
    result = await send()
  }
  return result
}
