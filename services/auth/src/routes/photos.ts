import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/photos'
import type { Ctx } from '../context.ts'
import { addPhoto } from '../photos/add-photo.ts'
import { holdPhoto } from '../photos/hold-photo.ts'
import { orderPhotos } from '../photos/order-photos.ts'
import { removePhoto } from '../photos/remove-photo.ts'

/** The photos of the caller's profile besides the selfie. */
export function photoRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.addPhoto, ({ userId, body, file }) => addPhoto(ctx, userId, file ?? body.photo), {
    beforeBody: (identity, req, res) => holdPhoto.profile(identity?.userId, req, res),
  })
  serve(contract.orderPhotos, ({ userId, body }) => orderPhotos(ctx, userId, body.order))
  serve(contract.deletePhoto, ({ userId, params }) => removePhoto(ctx, userId, params.id))
}
