import type { QueryClient } from '@tanstack/react-query'
import type { UserSummary } from '@zing/proto/profiles/users'
import { createStore } from './create-store.ts'
import { perSession } from './per-session.ts'

export interface ReportTarget {
  user: UserSummary
  /** Offers the messages of the chat with this user as evidence. */
  hasChat: boolean
}

/** Whom the report dialog is about; null while it is closed. */
export const reportTarget = perSession(() => createStore<ReportTarget | null>(null))

export function openReport(client: QueryClient, { id, name, selfie }: UserSummary, { hasChat = false } = {}): void {
  reportTarget(client).set({ user: { id, name, selfie }, hasChat })
}
