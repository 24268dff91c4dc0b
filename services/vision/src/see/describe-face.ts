import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'

/** Changes with the model and with how its input is cut: descriptors of two names cannot be compared. */
const MODEL = 'human-3.3.6-faceres-640'
const LARGEST = 127

/** Shrinks the numbers of the model to a byte each. The angle between two faces stays, and their length is lost. */
export function describeFace(features: number[]): FaceDescriptor {
  const largest = Math.max(...features.map(Math.abs), Number.EPSILON)
  const values = Int8Array.from(features, (value) => Math.round((value / largest) * LARGEST))
  return { model: MODEL, values: Buffer.from(values.buffer).toString('base64') }
}
