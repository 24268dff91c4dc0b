import { linkNextPage } from '@zing/kit/http/next-page'
import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/staff/verifications'
import type { Ctx } from '../context.ts'
import { decideVerification } from '../verifications/decide-verification.ts'
import { listVerifications } from '../verifications/list-verifications.ts'
import { readPicture } from '../verifications/read-picture.ts'
import { PHOTO_HEADERS } from './photo-headers.ts'

/** The queue of members who want to be verified; for moderators. */
export function verificationRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listVerifications, async ({ query }, res) => {
    const { verifications, next } = await listVerifications(ctx, query)
    if (next) linkNextPage(res, contract.listVerifications.path, { limit: query.limit, cursor: next })
    return verifications
  })
  serve(contract.getVerificationPicture, async ({ params }, res) => {
    const jpeg = await readPicture(ctx, params)
    res.set(PHOTO_HEADERS).status(contract.getVerificationPicture.status).send(jpeg)
  })
  serve(contract.decideVerification, ({ params, body, ...moderator }) =>
    decideVerification(ctx, moderator, params.id, body),
  )
}
