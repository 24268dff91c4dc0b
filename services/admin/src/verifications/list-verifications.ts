import { request } from '@zing/kit/nats/rpc'
import { requireVerification } from '@zing/kit/verification'
import { pathOf, type QueryOf, type ResponseOf } from '@zing/proto/endpoint'
import { type listVerifications as contract, getVerificationPicture } from '@zing/proto/http/staff/verifications'
import { VERIFICATIONS_PAGE_MAX } from '@zing/proto/limits'
import { getVerifications } from '@zing/proto/nats/rpc/verifications'
import { decodeCursor, encodeCursor } from '../cases/page-cursor.ts'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'

/** Lists the verifications that wait, the oldest first. A cursor is the place where auth has stopped. */
export async function listVerifications(
  ctx: Ctx,
  { limit = VERIFICATIONS_PAGE_MAX, cursor }: QueryOf<typeof contract>,
): Promise<{ verifications: ResponseOf<typeof contract>; next: string | null }> {
  requireVerification(ctx)
  const place = cursor === undefined ? null : decodeCursor(cursor)
  const after = place && { at: place.at.toISOString(), id: place.id }
  const { verifications, next } = await request(ctx.nats, getVerifications, { after, limit })
  const names = await namesOf(
    ctx,
    verifications.map(({ userId }) => userId),
  )
  return {
    verifications: verifications.map(({ id, userId, poses, ...waiting }) => ({
      ...waiting,
      id,
      user: names.of(userId),
      photo: pathOf(getVerificationPicture, { id, name: 'photo' }),
      frames: poses.map((pose, name) => ({ pose, path: pathOf(getVerificationPicture, { id, name }) })),
    })),
    next: next && encodeCursor({ at: new Date(next.at), id: next.id }),
  }
}
