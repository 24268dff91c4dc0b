import { request } from '@zing/kit/nats/rpc'
import { requireVerification } from '@zing/kit/verification'
import type { ParamsOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { getVerificationPicture as contract } from '@zing/proto/http/staff/verifications'
import { getVerificationPart } from '@zing/proto/nats/rpc/verifications'
import type { Ctx } from '../context.ts'
import { fetchParts } from '../evidence/take-evidence.ts'

/** Reads a picture of a verification that waits; 404 for any other. */
export async function readPicture(ctx: Ctx, picture: ParamsOf<typeof contract>): Promise<Buffer> {
  requireVerification(ctx)
  const jpeg = await fetchParts((offset) => request(ctx.nats, getVerificationPart, { ...picture, offset }))
  if (!jpeg) throw errors.notFound()
  return jpeg
}
