import type { Document } from 'bson'
import { CommandError, failedToParse, notSupported } from '../errors.ts'
import { hasOperators, topLevelOf } from '../query/conditions.ts'
import { updateOperators } from './update-operators.ts'
import { expandPath, type PathContext } from './update-path.ts'

export interface Update extends PathContext {
  update: Document
  isInsert: boolean
}

/** Throws for an update that can never apply, even if no document matches. */
export function checkUpdate(update: Document, isMulti: boolean): void {
  if (Array.isArray(update)) throw notSupported('An update by a pipeline')
  if (!hasOperators(update)) {
    if (isMulti) throw failedToParse('multi update is not supported for replacement-style update')
    return
  }
  const unknown = Object.keys(update).find((operator) => !Object.hasOwn(updateOperators, operator))
  if (unknown) throw failedToParse(`Unknown modifier: ${unknown}. Expected a valid update modifier`)
  rejectConflicts(Object.values(update).flatMap((fields: Document) => Object.keys(fields)))
}

/** Returns the top-level fields that an update may change; null for a replacement, which may change all. */
export function changedFields(update: Document): Set<string> | null {
  if (!hasOperators(update)) return null
  const changed = new Set<string>()
  for (const [operator, fields] of Object.entries(update)) {
    for (const [path, operand] of Object.entries(fields as Document)) {
      changed.add(topLevelOf(path))
      if (operator === '$rename') changed.add(topLevelOf(String(operand)))
    }
  }
  return changed
}

/** Returns the updated document; may modify its argument. */
export function updatedDocument(document: Document, { update, isInsert, ...context }: Update): Document {
  if (!hasOperators(update)) return '_id' in document ? { _id: document._id, ...update } : update
  for (const [operator, fields] of Object.entries(update)) {
    const apply = updateOperators[operator]
    if (!apply || (operator === '$setOnInsert' && !isInsert)) continue
    for (const [path, operand] of Object.entries(fields as Document)) {
      for (const plain of expandPath(document, path, context)) apply(document, plain, operand)
    }
  }
  return document
}

function rejectConflicts(paths: string[]): void {
  const sorted = paths.map((path) => `${path}.`).sort()
  const at = sorted.findIndex((path, index) => sorted[index + 1]?.startsWith(path))
  if (at === -1) return
  const path = sorted[at]?.slice(0, -1)
  throw new CommandError(
    40,
    'ConflictingUpdateOperators',
    `Updating the path '${path}' would create a conflict at '${path}'`,
  )
}
