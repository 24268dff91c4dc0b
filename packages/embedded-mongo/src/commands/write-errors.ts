import type { Document } from 'bson'
import { errorFields, toCommandError } from '../errors.ts'

/** Runs each statement by itself, as MongoDB does: in order up to the first failure, or all of them. */
export function eachStatement<T>(
  statements: T[],
  isOrdered: boolean,
  run: (statement: T, index: number) => void,
): Document {
  const writeErrors: Document[] = []
  for (const [index, statement] of statements.entries()) {
    try {
      run(statement, index)
    } catch (error) {
      writeErrors.push({ index, ...errorFields(toCommandError(error)) })
      if (isOrdered) break
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {}
}
