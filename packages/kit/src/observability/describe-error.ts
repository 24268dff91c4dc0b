/** Causes that are logged. */
const MAX_CAUSES = 5

/**
 * Serializes an error for the log: type, message, stack, simple fields such as `code`, and its causes. Errors of the MongoDB
 * driver also carry the whole topology, which pino cannot serialize.
 */
export function describeError(err: unknown, depth = 0): unknown {
  if (!(err instanceof Error)) return err
  const simple = Object.entries(err).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  const cause = err.cause instanceof Error && depth < MAX_CAUSES ? { cause: describeError(err.cause, depth + 1) } : {}
  return { ...Object.fromEntries(simple), type: err.name, message: err.message, stack: err.stack, ...cause }
}
