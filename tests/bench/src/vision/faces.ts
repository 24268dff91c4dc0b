import { likenessOf } from '@zing/proto/vision/likeness'
import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'
import sharp, { type Sharp } from 'sharp'
import { share, table } from './nakedness.ts'

/** Who is on a photo. */
export const FACES: Record<string, string> = {
  'obama-1': 'obama',
  'obama-2': 'obama',
  'obama-3': 'obama',
  biden: 'biden',
  astronaut: 'astronaut',
}

/** Changes that somebody makes so that a photo is not recognised. */
const CHANGES: Record<string, (photo: Sharp) => Sharp> = {
  'the same photo, mirrored': (photo) => photo.flop(),
  'encoded anew': (photo) => photo.jpeg({ quality: 30 }),
  grey: (photo) => photo.greyscale(),
  brighter: (photo) => photo.modulate({ brightness: 1.4 }),
  warmer: (photo) => photo.tint('#e0a070'),
  blurred: (photo) => photo.blur(2),
  small: (photo) => photo.resize(200, 200, { fit: 'inside' }),
  leaning: (photo) => photo.rotate(12, { background: '#000000' }),
}

const THRESHOLDS = [0.3, 0.5, 0.7, 0.9]

type SeeFaces = (picture: Buffer) => Promise<{ descriptor: FaceDescriptor }[]>
interface Compared {
  what: string
  likenesses: number[]
}

/** Compares each two photos, and each photo with what a change makes of it. */
export async function compareFaces(photos: Map<string, Buffer>, seeFaces: SeeFaces): Promise<Compared[]> {
  const faceIn = async (picture: Buffer) => (await seeFaces(picture))[0]?.descriptor ?? null
  const seen: [person: string, face: FaceDescriptor | null, photo: Buffer][] = []
  for (const [name, person] of Object.entries(FACES)) {
    const photo = photos.get(name)
    if (photo) seen.push([person, await faceIn(photo), photo])
  }
  const pairs = seen.flatMap(([person, face], index) =>
    seen
      .slice(index + 1)
      .map(([other, otherFace]) => ({ isSame: person === other, likeness: likeness(face, otherFace) })),
  )
  const of = (isSame: boolean) => pairs.filter((pair) => pair.isSame === isSame).map((pair) => pair.likeness)
  const compared = [
    { what: 'other people', likenesses: of(false) },
    { what: 'same person, other photo', likenesses: of(true) },
  ]
  for (const [what, change] of Object.entries(CHANGES)) {
    const likenesses: number[] = []
    for (const [, face, photo] of seen) {
      const changed = await change(sharp(photo)).jpeg().toBuffer()
      likenesses.push(likeness(face, await faceIn(changed)))
    }
    compared.push({ what, likenesses })
  }
  return compared
}

/** 0 where no face was found. */
function likeness(a: FaceDescriptor | null, b: FaceDescriptor | null): number {
  return (a && b && likenessOf(a, b)) ?? 0
}

export function reportFaces(compared: Compared[]): string {
  const rows = compared.map(({ what, likenesses }) => ({
    what: `${what} (${likenesses.length})`,
    shares: THRESHOLDS.map((from) => share(likenesses.filter((one) => one >= from).length, likenesses.length)),
  }))
  const alike = [...Map.groupBy(rows, ({ shares }) => shares.join()).values()] // rows with the same numbers are one
  return table(
    ['Alike', ...THRESHOLDS.map((from) => `from ${from}`)],
    alike.map((same) => [same.map(({ what }) => what).join('; '), ...(same[0]?.shares ?? [])]),
  )
}
