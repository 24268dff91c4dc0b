import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from '../queries/session/query-client.ts'
import { endSession, session } from '../queries/session/session.ts'

/** Begins a session as a page does that is opened: its user is not known yet. */
export function openPage(): QueryClient {
  const client = createQueryClient(endSession)
  session.set(client)
  return client
}
