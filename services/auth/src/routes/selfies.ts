import type { Serve } from '@zing/kit/http/serve'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/auth'
import type { Ctx } from '../context.ts'
import { getSelfie } from '../photos/get-selfie.ts'
import { PHOTO_FRESH_SECONDS, requirePhotoAccess } from '../photos/photo-access.ts'

const CACHING = {
  'Cache-Control': `private, max-age=${PHOTO_FRESH_SECONDS}, must-revalidate`,
  Vary: 'Cookie',
}
/** Lets the browser only display the photo, and cache it privately for a short time (SEC-51). */
const HEADERS = {
  'Content-Type': 'image/jpeg',
  'Content-Disposition': 'inline; filename="selfie.jpg"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  ...CACHING,
}

export function selfieRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.getSelfie, async ({ userId: viewerId, isPending, params, query }, res, req) => {
    if (isPending && params.userId !== viewerId) throw errors.pending()
    const look = { viewerId, ...params }
    const ETag = `"${params.version}${query.size ? `-${query.size}` : ''}"` // the bytes of a version never change
    res.set({ ETag })
    const isHeld = req.fresh
    res.removeHeader('ETag') // refusals have no ETag
    if (isHeld) {
      await requirePhotoAccess(ctx, look)
      return void res
        .set({ ...CACHING, ETag })
        .status(304)
        .end()
    }
    const jpeg = await getSelfie(ctx, look, query.size ?? 'jpeg')
    res
      .set({ ...HEADERS, ETag })
      .status(contract.getSelfie.status)
      .send(jpeg)
  })
}
