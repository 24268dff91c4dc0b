/** What a tab says to a worker that waits. The answer to HAS_FILE, a boolean, comes through the port sent with it. */
export type WorkerMessage = { type: 'SKIP_WAITING' } | { type: 'HAS_FILE'; path: string }
