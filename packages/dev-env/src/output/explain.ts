import { StartError } from '../start-error.ts'

/** What to print of an error: the sentence of one that a person can mend, everything of one that nobody foresaw. */
export function explain(error: unknown): string {
  if (error instanceof StartError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
