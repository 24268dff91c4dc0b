/** The processes that connect to NATS, each as a NATS user of its own. */
export type ProcessName = 'gateway' | 'auth' | 'social' | 'chat' | 'admin'

/** Prefix of the inbox subjects for responses to a process; NATS permissions let no other process subscribe to it. */
export function inboxPrefix(process: string): string {
  return `_INBOX_${process}`
}
