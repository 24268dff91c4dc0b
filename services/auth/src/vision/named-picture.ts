import type { SeenPicture } from '@zing/proto/vision/seen-picture'
import type { Ctx } from '../context.ts'

/** The name of a picture is its kind, its user and its number, such as `photo:7:3`. */
export interface NamedPicture {
  kind: string
  userId: number
  number: number
}

/** A kind of picture: it reads the bytes, and notes what vision has seen. */
export interface PictureKind {
  /**
   * A JPEG of at most VISION_PICTURE_MAX_BYTES. Null if it is gone: then the question is dropped. `later` if nobody sees the
   * picture yet, and soon somebody may.
   */
  read(ctx: Ctx, picture: NamedPicture): Promise<Buffer | null | 'later'>
  /** Idempotent: several processes may ask about one picture. */
  note(ctx: Ctx, picture: NamedPicture, seen: SeenPicture): Promise<void>
}

export function nameOf({ kind, userId, number }: NamedPicture): string {
  return `${kind}:${userId}:${number}`
}

export function pictureOf(name: string): NamedPicture {
  const [kind = '', userId, number] = name.split(':')
  return { kind, userId: Number(userId), number: Number(number) }
}
