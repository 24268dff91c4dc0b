import type { QueryClient } from '@tanstack/react-query'
import { accepted, connected, duringSession } from './call.ts'

const TIMEOUT_MS = 20_000

/** Fetches a file of this origin. Throws the errors of `call`. */
export function fetchBytes(client: QueryClient, path: string): Promise<Blob> {
  return duringSession(client, async () => {
    const response = await connected(fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) }))
    return connected((await accepted(response)).blob())
  })
}
