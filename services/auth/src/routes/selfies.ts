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
    const seen = await requirePhotoAccess(ctx, look)
    const form = [params.version, query.size, seen.isMosaic && 'mosaic'].filter(Boolean)
    const ETag = `"${form.join('-')}"` // the bytes of a version and its mosaic never change
    res.set({ ETag })
    if (req.fresh) return void res.set(CACHING).status(304).end()
    res.removeHeader('ETag') // refusals have no ETag
    const jpeg = await getSelfie(ctx, { ...look, ...seen }, query.size ?? 'jpeg')
    res
      .set({ ...HEADERS, ETag })
      .status(contract.getSelfie.status)
      .send(jpeg)
  })
}
