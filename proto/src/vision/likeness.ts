import type { FaceDescriptor } from './seen-picture.ts'

/** Cosine of two faces that may as well be of one person as of two, see docs/vision.md. */
const UNDECIDED = 0.55
/** Makes a cosine of 0.45 a likeness of 0.1, and one of 0.65 a likeness of 0.9. */
const STEEPNESS = 22

/**
 * Returns the likeness of two faces from 0 to 1; 0.5 is undecided. It orders and pre-fills, and never decides. Null for
 * descriptors of different models.
 */
export function likenessOf(a: FaceDescriptor, b: FaceDescriptor): number | null {
  if (a.model !== b.model) return null
  return 1 / (1 + Math.exp(-STEEPNESS * (cosineOf(valuesOf(a), valuesOf(b)) - UNDECIDED)))
}

/** Signed bytes. */
function valuesOf({ values }: FaceDescriptor): Int8Array {
  return Int8Array.from(atob(values), (character) => character.charCodeAt(0))
}

function cosineOf(a: Int8Array, b: Int8Array): number {
  let [product, ofA, ofB] = [0, 0, 0]
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? 0
    product += one * other
    ofA += one * one
    ofB += other * other
  }
  return ofA === 0 || ofB === 0 ? 0 : product / Math.sqrt(ofA * ofB)
}
