/** Messages of a tab to a waiting worker, which responds to HAS_FILE with a boolean through the port sent with it. */
export type WorkerMessage = { type: 'SKIP_WAITING' } | { type: 'HAS_FILE'; path: string }
