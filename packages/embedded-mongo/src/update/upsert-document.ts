import type { Document } from 'bson'
import { conditionsOf, hasOperators } from '../query/conditions.ts'
import { type Update, updatedDocument } from './update-document.ts'
import { updateOperators } from './update-operators.ts'

/** Builds the document that an upsert inserts: the equalities of the filter, then the update. */
export function upsertDocument(update: Omit<Update, 'isInsert'>): Document {
  const seed: Document = {}
  const isReplacement = !hasOperators(update.update)
  for (const { path, operator, operand } of conditionsOf(update.filter)) {
    const wanted = operator === '$in' && Array.isArray(operand) && operand.length === 1 ? operand[0] : operand
    if (operator !== '$eq' && wanted === operand) continue
    if (path === '_id' || !isReplacement) updateOperators.$set?.(seed, path.split('.'), wanted)
  }
  const { _id, ...fields } = updatedDocument(seed, { ...update, isInsert: true })
  return _id === undefined ? fields : { _id, ...fields }
}
