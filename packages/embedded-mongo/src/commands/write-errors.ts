import type { Document } from 'bson'
import { errorFields, toCommandError } from '../errors.ts'

/**
 * Runs statements separately, as MongoDB does, a step each: all of them, or if ordered up to the first error. The last step
 * is the end, so that a command of one statement is one commit.
 */
export function* eachStatement<T>(
  statements: T[],
  isOrdered: boolean,
  run: (statement: T, index: number) => void,
): Generator<void, Document> {
  const writeErrors: Document[] = []
  for (const [index, statement] of statements.entries()) {
    if (index > 0) yield
    try {
      run(statement, index)
    } catch (error) {
      writeErrors.push({ index, ...errorFields(toCommandError(error)) })
      if (isOrdered) break
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {}
}
