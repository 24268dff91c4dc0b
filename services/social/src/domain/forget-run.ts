import type { Ctx } from '../context.ts'
import type { Profile } from '../models/profile.ts'

/** After a user has taken a decision back: the other user may be in the run that the feed skips. */
export async function forgetRun({ models }: Ctx, own: Profile | undefined): Promise<void> {
  if (own?.decidedRun) await models.Profile.updateOne({ _id: own._id }, { $unset: { decidedRun: 1 } })
}
