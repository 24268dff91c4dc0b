import type { UserSummary } from '@zing/proto/users'
import { createStore } from './create-store.ts'

export interface ReportTarget {
  user: UserSummary
  /** Offers the messages of the chat with this user as evidence. */
  hasChat: boolean
}

/** Whom the report dialog is about; null while it is closed. */
export const reportTarget = createStore<ReportTarget | null>(null)

export function openReport({ id, name, selfie }: UserSummary, { hasChat = false } = {}): void {
  reportTarget.set({ user: { id, name, selfie }, hasChat })
}

export function closeReport(): void {
  reportTarget.set(null)
}
