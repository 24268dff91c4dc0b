import { z } from 'zod/mini'
import { PictureWants, SeenPicture } from '../../vision/seen-picture.ts'
import { rpc } from './contract.ts'

/** Longest picture, in bytes: base64 of it stays below the largest message of NATS. */
export const VISION_PICTURE_MAX_BYTES = 512 * 1024
/** Longest wait for an answer, with the pictures before it. */
export const VISION_TIMEOUT_MS = 10_000

/**
 * Looks at one picture: a JPEG in base64. Vision keeps nothing. 503 while no vision process runs or its queue is full: the
 * asker keeps its question. 400 for bytes that are no picture.
 */
export const lookAtPicture = rpc(
  'rpc.vision.look',
  ['auth', 'chat'],
  z.object({ picture: z.string(), wants: PictureWants }),
  SeenPicture,
)
