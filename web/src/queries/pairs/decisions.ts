import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '@zing/proto/endpoint'
import type { undoLast } from '@zing/proto/http/discovery'
import { LIKE_UNDO_MS } from '@zing/proto/limits'
import { useEffect, useState } from 'react'
import { ApiError, isFinal } from '../../lib/http/call.ts'
import { LIKE_RETRY_FOR_MS } from '../../lib/limits.ts'
import { createStore } from '../../lib/state/create-store.ts'
import { perSession, useSessionStore } from '../../lib/state/per-session.ts'
import { toast } from '../../lib/state/toast-store.ts'
import { runMutation } from '../session/query-client.ts'

export type Decision = ResponseOf<typeof undoLast>

/** Likes and passes of this session that can be undone, the latest last, each with its time. */
const decisions = perSession(() => createStore<readonly (Decision & { at: number })[]>([]))

export function noteDecision(client: QueryClient, decision: Decision): void {
  dropDecisions(client, decision.userId)
  decisions(client).set([...decisions(client).get(), { ...decision, at: Date.now() }])
}

/** Forgets the decision about a user, after it was undone, refused or taken back. */
export function dropDecisions(client: QueryClient, userId: number): void {
  const others = decisions(client)
    .get()
    .filter((decision) => decision.userId !== userId)
  decisions(client).set(others)
}

export function latestDecision(client: QueryClient): Decision | undefined {
  const latest = decisions(client).get().at(-1)
  return latest && { userId: latest.userId, undone: latest.undone }
}

/** Forgets all decisions, after a start over. */
export function clearDecisions(client: QueryClient): void {
  decisions(client).set([])
}

/** False if this session has nothing to undo: no pass, and no like that is new enough. */
export function useCanUndo(): boolean {
  const made = useSessionStore(decisions)
  const [now, setNow] = useState(Date.now)
  const lastLikeAt = made.findLast(({ undone }) => undone === 'like')?.at
  useEffect(() => {
    if (lastLikeAt === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, lastLikeAt + LIKE_UNDO_MS - Date.now()))
    return () => clearTimeout(timer)
  }, [lastLikeAt])
  return made.some(({ undone, at }) => undone === 'pass' || at + LIKE_UNDO_MS > now)
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
      if (failures === 0) toast(waitingTitle, t`We'll send it as soon as we can.`)
      return true
    },
  }
}

/** Resolves when the server has confirmed or refused all decisions made so far. */
export function decisionsSent(client: QueryClient): Promise<void> {
  return runMutation(client, { scope, mutationFn: async () => {} })
}
