import type { Ctx } from '../context.ts'
import type { DecidedRun, Profile } from '../models/profile.ts'
import { RUN_MIN } from './decided-run.ts'
import type { Viewer } from './read-viewer.ts'

/**
 * Stores what the next page skips, unless the viewer has taken a decision back since it was read. Not noticed is one during the
 * page that stores the first run: until then `forgetRun` writes nothing, so that the unlikes of most users cost no write.
 */
export async function storeRun(
  { models }: Pick<Ctx, 'models'>,
  { id, run: skipped, runRev }: Pick<Viewer, 'id' | 'run' | 'runRev'>,
  run: DecidedRun | null,
): Promise<void> {
  if (!run || run.length < RUN_MIN + (skipped?.length ?? 0)) return
  await models.Profile.updateOne({ _id: id, runRev }, { $set: { decidedRun: run, runRev: runRev ?? 0 } })
}

/** After a user has taken a decision back: the other user may be in the run, and in that of a page that is being read. */
export async function forgetRun(
  { models }: Pick<Ctx, 'models'>,
  own: Pick<Profile, '_id' | 'runRev'> | undefined,
): Promise<void> {
  if (typeof own?.runRev !== 'number') return
  await models.Profile.updateOne({ _id: own._id }, { $unset: { decidedRun: 1 }, $inc: { runRev: 1 } })
}
