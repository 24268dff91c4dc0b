import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/auth'
import type { Ctx } from '../context.ts'
import { getSelfie } from '../domain/get-selfie.ts'

/** Limits the browser to displaying the photo and a short private cache (SEC-51). */
const HEADERS = {
  'Content-Type': 'image/jpeg',
  'Content-Disposition': 'inline; filename="selfie.jpg"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, max-age=300',
  Vary: 'Cookie',
}

export function selfieRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.getSelfie, async ({ userId, params, query }, res) => {
    const size = query.size ?? 'jpeg'
    const jpeg = await getSelfie(ctx, userId, { ...params, size })
    const ETag = `"${params.version}${query.size ? `-${query.size}` : ''}"` // the bytes of a version never change
    res
      .set({ ...HEADERS, ETag })
      .status(contract.getSelfie.status)
      .send(jpeg) // 304 if the ETag matches
  })
}
