/** Messages from a tab to a waiting worker. The worker responds to HAS_FILE with a boolean through the sent port. */
export type WorkerMessage = { type: 'SKIP_WAITING' } | { type: 'HAS_FILE'; path: string }
