import { request } from '@zing/kit/nats/rpc'
import type { RiskSign } from '@zing/proto/community/door'
import { pathOf, type QueryOf, type ResponseOf } from '@zing/proto/endpoint'
import { type listApplications as contract, getApplicantPhoto } from '@zing/proto/http/staff/applications'
import { APPLICATION_DUE_MS, APPLICATIONS_PAGE_MAX } from '@zing/proto/limits'
import { getApplications } from '@zing/proto/nats/rpc/applications'
import { decodeCursor, encodeCursor } from '../cases/page-cursor.ts'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'
import type { CaseDocument } from '../models/case.ts'

const SIGN_OF_MATCH = { photo: 'BANNED_PHOTO', username: 'BANNED_NAME', face: 'BANNED_FACE' } as const

/** Lists applications, the oldest first. A cursor is the place of the last one. */
export async function listApplications(
  ctx: Ctx,
  { status = 'pending', limit = APPLICATIONS_PAGE_MAX, cursor }: QueryOf<typeof contract>,
): Promise<{ applications: ResponseOf<typeof contract>; next: string | null }> {
  const place = cursor === undefined ? null : decodeCursor(cursor)
  const after = place && { at: place.at.toISOString(), id: place.id }
  const found = await request(ctx.nats, getApplications, { status, after, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const ids = page.flatMap(({ userId, invitation }) => [userId, ...(invitation ? [invitation.byId] : [])])
  const [names, bannedSigns] = await Promise.all([
    namesOf(ctx, ids),
    readBannedSigns(
      ctx,
      page.map(({ userId }) => userId),
    ),
  ])
  return {
    applications: page.map(({ userId, photoVersion, invitation, signs, appliedAt, ...applied }) => ({
      ...applied,
      user: names.of(userId),
      photo: photoVersion ? pathOf(getApplicantPhoto, { userId }) : null,
      invitation: invitation && { invitationId: invitation.id, label: invitation.label, by: names.of(invitation.byId) },
      signs: [...new Set([...signs, ...bannedSigns(userId)])],
      appliedAt,
      dueAt: new Date(Date.parse(appliedAt) + APPLICATION_DUE_MS).toISOString(),
    })),
    next: last ? encodeCursor({ at: new Date(last.appliedAt), id: last.userId }) : null,
  }
}

/** The system has reported accounts that resemble banned ones. */
async function readBannedSigns({ models }: Ctx, userIds: number[]): Promise<(userId: number) => RiskSign[]> {
  const wanted = { userId: { $in: userIds }, 'reports.match': { $exists: true } }
  const cases = await models.Case.find(wanted, { userId: 1, reports: 1 }).lean<
    Pick<CaseDocument, 'userId' | 'reports'>[]
  >()
  return (userId) =>
    cases
      .filter((stored) => stored.userId === userId)
      .flatMap(({ reports }) => reports.flatMap(({ match }) => (match ? SIGN_OF_MATCH[match.sign] : [])))
}
