import type { Ctx } from '../context.ts'
import { REMOVED_MS } from './removed-content.ts'

/** Deletes the texts that moderators removed from profiles once no undo can restore them. */
export async function forgetRemovedTexts({ models }: Ctx): Promise<void> {
  const old = { $lt: new Date(Date.now() - REMOVED_MS) }
  await models.User.updateMany(
    { 'removedTexts.at': old, 'removedTexts.0': { $exists: true } }, // matches the partial index
    { $pull: { removedTexts: { at: old } } },
  )
}
