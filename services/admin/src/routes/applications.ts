import { linkNextPage } from '@zing/kit/http/next-page'
import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/staff/applications'
import { decideApplication } from '../applications/decide-application.ts'
import { listApplications } from '../applications/list-applications.ts'
import { readApplicantPhoto } from '../applications/read-applicant-photo.ts'
import { decideInvited } from '../branch/decide-invited.ts'
import { getInvited } from '../branch/get-invited.ts'
import type { Ctx } from '../context.ts'
import { PHOTO_HEADERS } from './photo-headers.ts'

/** The queue of applicants, and the tree of who invited whom; for moderators. */
export function applicationRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listApplications, async ({ query }, res) => {
    const { applications, next } = await listApplications(ctx, query)
    const { status, limit } = query
    if (next) linkNextPage(res, contract.listApplications.path, { status, limit, cursor: next })
    return applications
  })
  serve(contract.getApplicantPhoto, async ({ params }, res) => {
    const jpeg = await readApplicantPhoto(ctx, params.userId)
    res.set(PHOTO_HEADERS).status(contract.getApplicantPhoto.status).send(jpeg)
  })
  serve(contract.decideApplication, ({ params, body, ...moderator }) =>
    decideApplication(ctx, moderator, params.userId, body),
  )
  serve(contract.getInvited, ({ params }) => getInvited(ctx, params.userId))
  serve(contract.decideInvited, ({ params, body, ...moderator }) => decideInvited(ctx, moderator, params.userId, body))
}
