import { linkNextPage } from '@zing/kit/http/next-page'
import { sendBytes } from '@zing/kit/http/send-bytes'
import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/staff/moderation'
import { listAudit } from '../audit/list-audit.ts'
import { addNote } from '../cases/add-note.ts'
import { claimCase, releaseCase } from '../cases/claim-case.ts'
import { decideCase } from '../cases/decide-case.ts'
import { getCase } from '../cases/get-case.ts'
import { listCases } from '../cases/list-cases.ts'
import { dismissReports } from '../cases/reports/dismiss-reports.ts'
import { undoDecision } from '../cases/undo-decision.ts'
import type { Ctx } from '../context.ts'
import { readEvidenceMedia } from '../evidence/read-evidence-media.ts'
import { readEvidencePhoto } from '../evidence/read-evidence-photo.ts'
import { decideHeld } from '../held/decide-held.ts'
import { listHeld } from '../held/list-held.ts'
import { MEDIA_HEADERS, PHOTO_HEADERS } from './photo-headers.ts'

/** All of these need the role that their contract names, which `serve` checks. */
export function moderationRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listCases, async ({ query, ...moderator }, res) => {
    const { cases, next } = await listCases(ctx, moderator, query)
    const { status, limit } = query
    if (next) linkNextPage(res, contract.listCases.path, { status, limit, cursor: next })
    return cases
  })
  serve(contract.getCase, ({ params, ...moderator }) => getCase(ctx, moderator, params.id))
  serve(contract.getEvidencePhoto, async ({ params, query, ...moderator }, res) => {
    const photo = { caseId: params.id, reportId: params.reportId, version: query.photo }
    const jpeg = await readEvidencePhoto(ctx, moderator, photo)
    res.set(PHOTO_HEADERS).status(contract.getEvidencePhoto.status).send(jpeg)
  })
  serve(contract.getEvidenceMedia, async ({ params, ...moderator }, res, req) => {
    const { bytes, mimeType } = await readEvidenceMedia(ctx, moderator, { caseId: params.id, mediaId: params.mediaId })
    res.set({ ...MEDIA_HEADERS, 'Content-Type': mimeType })
    sendBytes(bytes, req, res)
  })
  serve(contract.claimCase, ({ params, ...moderator }) => claimCase(ctx, moderator, params.id))
  serve(contract.releaseCase, ({ params, ...moderator }) => releaseCase(ctx, moderator, params.id))
  serve(contract.addCaseNote, ({ params, body, ...moderator }) => addNote(ctx, moderator, params.id, body.text))
  serve(contract.decideCase, ({ params, body, ...moderator }) => decideCase(ctx, moderator, params.id, body))
  serve(contract.dismissReports, ({ params, body, ...moderator }) =>
    dismissReports(ctx, moderator, params.userId, body.reason),
  )
  serve(contract.undoDecision, ({ params, ...moderator }) => undoDecision(ctx, moderator, params.id))
  serve(contract.listHeld, async ({ query, ...moderator }, res) => {
    const { senders, next } = await listHeld(ctx, moderator, query)
    if (next) linkNextPage(res, contract.listHeld.path, { limit: query.limit, cursor: next })
    return senders
  })
  serve(contract.decideHeld, ({ params, body, ...moderator }) => decideHeld(ctx, moderator, params.userId, body))
  serve(contract.listAudit, async ({ userId, query }, res) => {
    const { entries, next } = await listAudit(ctx, userId, query)
    if (next) linkNextPage(res, contract.listAudit.path, { limit: query.limit, cursor: next })
    return entries
  })
}
