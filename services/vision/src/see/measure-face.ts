/** A point of a mesh, in pixels of the picture. */
export type Point = [x: number, y: number, z?: number]

/** Angles in radians, negative yaw is the member's own left, positive roll too, and negative pitch is up. */
export interface FaceShape {
  yaw: number
  pitch: number
  roll: number
  /** Height of the opening between the lips as a share of the face's height. */
  mouthOpen: number
  /** Height of the more open eye as a share of its width. */
  eyesOpen: number
  /** The model's sureness of a smile, from 0 to 1. */
  happiness: number
}

// Numbers of points in the mesh of MediaPipe.
const LIPS = [13, 14] as const
const FACE = [10, 152] as const
const EYES = [
  { lids: [386, 374], corners: [362, 263] },
  { lids: [159, 145], corners: [133, 33] },
] as const

export function measureFace(
  mesh: Point[],
  { yaw, pitch, roll }: { yaw: number; pitch: number; roll: number },
  happiness: number,
): FaceShape {
  const between = ([a, b]: readonly [number, number]) => distance(mesh[a], mesh[b])
  return {
    yaw,
    pitch,
    roll,
    mouthOpen: between(LIPS) / between(FACE),
    eyesOpen: Math.max(...EYES.map(({ lids, corners }) => between(lids) / between(corners))),
    happiness,
  }
}

function distance([ax, ay]: Point = [0, 0], [bx, by]: Point = [0, 0]): number {
  return Math.hypot(ax - bx, ay - by)
}
