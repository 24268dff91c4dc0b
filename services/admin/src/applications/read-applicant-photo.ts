import { request } from '@zing/kit/nats/rpc'
import { errors } from '@zing/proto/errors'
import { getApplication } from '@zing/proto/nats/rpc/applications'
import type { Ctx } from '../context.ts'
import { fetchPhoto } from '../evidence/take-evidence.ts'

/** Reads the main photo of an applicant; 404 for a member, whose photos are none of the queue's business. */
export async function readApplicantPhoto(ctx: Ctx, userId: number): Promise<Buffer> {
  const known = await request(ctx.nats, getApplication, { userId })
  const isShown = known && known.status !== 'active' && known.photoVersion
  const jpeg = isShown ? await fetchPhoto(ctx, userId, known.photoVersion) : null
  if (!jpeg) throw errors.notFound()
  return jpeg
}
