import type { QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '@zing/proto/endpoint'
import type { undoLast } from '@zing/proto/http/discovery'
import { ApiError, isFinal } from '../../lib/http/call.ts'
import { LIKE_RETRY_FOR_MS } from '../../lib/limits.ts'
import { perSession } from '../../lib/state/per-session.ts'
import { toast } from '../../lib/state/toast-store.ts'
import { runMutation } from '../session/query-client.ts'

export type Decision = ResponseOf<typeof undoLast>

/** Likes and passes of this session that can be undone, the latest last. */
const decisions = perSession(() => ({ undoable: [] as Decision[] }))

export function noteDecision(client: QueryClient, decision: Decision): void {
  dropDecisions(client, decision.userId)
  decisions(client).undoable.push(decision)
}

/** Forgets the decision about a user, after it was undone, refused or taken back. */
export function dropDecisions(client: QueryClient, userId: number): void {
  const state = decisions(client)
  state.undoable = state.undoable.filter((decision) => decision.userId !== userId)
}

export function latestDecision(client: QueryClient): Decision | undefined {
  return decisions(client).undoable.at(-1)
}

/** Forgets all decisions, after a start over. */
export function clearDecisions(client: QueryClient): void {
  decisions(client).undoable = []
}

const scope = { id: 'decisions' }

/** Options of the mutations that send likes, unlikes and passes: one after another, so that the last one counts. */
export function decisionOptions(waitingTitle: string) {
  const giveUpAt = Date.now() + LIKE_RETRY_FOR_MS
  return {
    scope,
    retry(failures: number, error: Error): boolean {
      const retryAt = Date.now() + (error instanceof ApiError ? error.retryAfterMs : 0)
      if (isFinal(error) || retryAt > giveUpAt) return false
      if (failures === 0) toast(waitingTitle, 'It is sent as soon as the connection is back.')
      return true
    },
  }
}

/** Resolves when the server has confirmed or refused all decisions made so far. */
export function decisionsSent(client: QueryClient): Promise<void> {
  return runMutation(client, { scope, mutationFn: async () => {} })
}
