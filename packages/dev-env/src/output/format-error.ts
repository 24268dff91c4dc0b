import { StartError } from '../start-error.ts'

/** Formats an error for the terminal: the message of a StartError, the stack of any other. */
export function formatError(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
