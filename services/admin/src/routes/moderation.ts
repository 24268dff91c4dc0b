import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/moderation'
import type { Ctx } from '../context.ts'
import { readEvidencePhoto } from '../domain/evidence-photo.ts'
import { getCase } from '../domain/get-case.ts'
import { addNote, claimCase, decideCase, releaseCase, undoDecision } from '../domain/handle-case.ts'
import { listAudit } from '../domain/list-audit.ts'
import { listCases } from '../domain/list-cases.ts'

/** Limits the browser to displaying the photo, and keeps it nowhere. */
const PHOTO_HEADERS = {
  'Content-Type': 'image/jpeg',
  'Content-Disposition': 'inline; filename="evidence.jpg"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** All of these need the role that their contract names, which `serve` checks. */
export function moderationRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listCases, async ({ query, ...moderator }, res) => {
    const { cases, next } = await listCases(ctx, moderator, query)
    if (next) res.links({ next: pageAfter(contract.listCases.path, query, next) })
    return cases
  })
  serve(contract.getCase, ({ params, ...moderator }) => getCase(ctx, moderator, params.id))
  serve(contract.getEvidencePhoto, async ({ params, ...moderator }, res) => {
    const photo = { caseId: params.id, reportId: params.reportId }
    const jpeg = await readEvidencePhoto(ctx, moderator, photo)
    res.set(PHOTO_HEADERS).status(contract.getEvidencePhoto.status).send(jpeg)
  })
  serve(contract.claimCase, ({ params, ...moderator }) => claimCase(ctx, moderator, params.id))
  serve(contract.releaseCase, ({ params, ...moderator }) => releaseCase(ctx, moderator, params.id))
  serve(contract.addCaseNote, ({ params, body, ...moderator }) => addNote(ctx, moderator, params.id, body.text))
  serve(contract.decideCase, ({ params, body, ...moderator }) => decideCase(ctx, moderator, params.id, body))
  serve(contract.undoDecision, ({ params, ...moderator }) => undoDecision(ctx, moderator, params.id))
  serve(contract.listAudit, async ({ userId, query }, res) => {
    const { entries, next } = await listAudit(ctx, userId, query)
    if (next) res.links({ next: pageAfter(contract.listAudit.path, query, next) })
    return entries
  })
}

function pageAfter(
  path: string,
  query: { status?: string | undefined; limit?: number | undefined },
  cursor: string,
): string {
  const { status, limit } = query
  const search = new URLSearchParams({
    ...(status && { status }),
    ...(limit !== undefined && { limit: String(limit) }),
    cursor,
  })
  return `${path}?${search}`
}
