import type { PictureWants } from '@zing/proto/vision/seen-picture'
import type { Ctx } from '../context.ts'

const HOUR_MS = 60 * 60 * 1_000

/** The question about a new photo. The faces of new accounts are compared with banned ones. */
export function wantsOf({ settings }: Ctx, { createdAt }: { createdAt?: Date }): PictureWants {
  const { people, trust } = settings.current().settings
  const isNew = !createdAt || Date.now() - createdAt.getTime() < trust.newHours * HOUR_MS
  return {
    ...(people.nakednessFrom !== null && { nakedness: true as const }),
    ...(people.bannedFaces && isNew && { face: true as const }),
  }
}

/** The question about a photo that becomes the main one. */
export function wantsOfMain({ settings }: Ctx): PictureWants {
  return settings.current().settings.people.bannedFaces ? { face: true as const } : {}
}
