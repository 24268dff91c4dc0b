import { z } from 'zod/mini'
import { Pose } from './poses.ts'

/** A model's sureness, from 0 to 1. */
const sureness = z.number().check(z.minimum(0), z.maximum(1))

/** The wishes of the asker of `lookAtPicture`. */
export const PictureWants = z.object({
  nakedness: z.exactOptional(z.literal(true)),
  face: z.exactOptional(z.literal(true)),
  pose: z.exactOptional(Pose),
})
export type PictureWants = z.infer<typeof PictureWants>

/** The features of a face: int8 values in base64. Only descriptors of the same model can be compared. */
export const FaceDescriptor = z.object({ model: z.string(), values: z.string() })
export type FaceDescriptor = z.infer<typeof FaceDescriptor>

/** The models' view of a picture. A model orders and pre-fills; a person decides. */
export const SeenPicture = z.object({
  /** The probability that the picture is explicit. Absent if not wanted. */
  nakedness: z.exactOptional(sureness),
  /** The largest face; null without one. Absent if not wanted. */
  face: z.exactOptional(z.nullable(FaceDescriptor)),
  /** The number of faces. Absent if no face was wanted. */
  faceCount: z.exactOptional(z.int()),
  /** The likeness of the largest face to the wanted pose; null if the models cannot tell. Absent if not wanted. */
  pose: z.exactOptional(z.nullable(sureness)),
})
export type SeenPicture = z.infer<typeof SeenPicture>
