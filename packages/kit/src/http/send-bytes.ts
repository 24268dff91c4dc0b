import { errors } from '@zing/proto/errors'
import type { Request, Response } from 'express'

/**
 * Sends the bytes, or the part that the caller asks for by `Range`. A player seeks by parts, and Safari needs them to
 * play at all. `If-Range` counts with an `ETag` that is set before. Throws a 416 for a part beyond the end.
 */
export function sendBytes(bytes: Buffer, req: Request, res: Response): void {
  res.set('Accept-Ranges', 'bytes')
  const isSame = [undefined, res.get('ETag')].includes(req.get('if-range'))
  const ranges = isSame ? req.range(bytes.length, { combine: true }) : undefined
  if (ranges === -1) {
    res.set('Content-Range', `bytes */${bytes.length}`)
    throw errors.noSuchRange()
  }
  const range = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
  if (!range) return void res.status(200).send(bytes)
  const { start, end } = range
  res.set('Content-Range', `bytes ${start}-${end}/${bytes.length}`)
  res.status(206).send(bytes.subarray(start, end + 1))
}
