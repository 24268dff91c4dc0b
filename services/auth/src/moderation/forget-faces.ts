import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import type { Ctx } from '../context.ts'

const EVERY_MS = 1_000
const IDLE_MS = 60 * 60 * 1_000

/** Deletes the faces of banned users once the community does not keep them any more. */
export function startFaceEnd(contextOf: () => Ctx, settings: Ctx['settings']): Pick<Repeated, 'stop'> {
  const forgetting = repeat(() => forgetFaces(contextOf()), {
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    onFailure: (err) => contextOf().log.warn({ err }, 'faces of banned users not deleted, will be retried'),
  })
  settings.onChange(() => forgetting.soon())
  return forgetting
}

/** Version 0 are the defaults of a process that has not heard of the settings yet. */
async function forgetFaces({ models, settings }: Ctx): Promise<boolean> {
  const { version, settings: known } = settings.current()
  if (version === 0 || known.people.bannedFaces) return false
  await models.BanRecord.updateMany({ 'faces.0': { $exists: true } }, { $unset: { faces: 1 } })
  return false
}
