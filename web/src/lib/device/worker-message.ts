/**
 * Messages from a tab to a worker. The worker responds to HAS_FILE with a boolean through the sent port. KEEP_TEXTS names
 * the language that the tab shows, for a later start without network.
 */
export type WorkerMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'HAS_FILE'; path: string }
  | { type: 'KEEP_TEXTS'; language: string }
