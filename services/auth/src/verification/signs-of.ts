import type { VerificationSigns } from '@zing/proto/moderation/verification'
import { likenessOf } from '@zing/proto/vision/likeness'
import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'
import type { VerificationDocument } from '../models/verification.ts'

type Face = FaceDescriptor | null

/** The signs of a verification with this photo; null until vision has looked at every picture. Pure. */
export function signsOf(
  { poses, seen }: Pick<VerificationDocument, 'poses' | 'seen'>,
  photoVersion: number,
): VerificationSigns | null {
  const frames = poses.map((pose) => seen.frames?.[pose])
  const photo = seen.photo?.version === photoVersion ? seen.photo : undefined
  if (!photo || !frames.every((frame) => frame !== undefined)) return null
  const [first, ...others] = frames.map(({ face }) => face)
  return {
    poses: poses.map((pose, index) => ({ pose, fits: frames[index]?.fits ?? null })),
    likeness: lowest(frames.map(({ face }) => compare(face, photo.face))),
    oneFace: lowest(others.map((face) => compare(first ?? null, face))),
  }
}

function compare(a: Face, b: Face): number | null {
  return a && b && likenessOf(a, b)
}

/** One picture of somebody else is enough for doubt. */
function lowest(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? Math.min(...known) : null
}
