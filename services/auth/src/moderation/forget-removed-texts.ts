import type { Ctx } from '../context.ts'
import { REMOVED_MS } from './removed-content.ts'

/** Deletes what moderators have removed from profiles once no undo can bring it back. */
export async function forgetRemovedTexts({ models }: Ctx): Promise<void> {
  const old = { $lt: new Date(Date.now() - REMOVED_MS) }
  await models.User.updateMany(
    { 'removedTexts.at': old, 'removedTexts.0': { $exists: true } }, // as the partial index has it
    { $pull: { removedTexts: { at: old } } },
  )
}
