/** The processes that talk over NATS, each as a user of its own. */
export type ProcessName = 'gateway' | 'auth' | 'social' | 'chat' | 'admin'

/** Answers to a process arrive under a prefix of its own, which nobody else may read. */
export function inboxPrefix(process: string): string {
  return `_INBOX_${process}`
}
