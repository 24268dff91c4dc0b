import type { Identity } from '@zing/kit/http/internal-token'
import { request } from '@zing/kit/nats/rpc'
import { errors } from '@zing/proto/errors'
import { getConfirmed } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'

/** Guards a sensitive call: 403 `CONFIRM` unless the caller has given the password or a passkey lately. */
export async function requireConfirmed({ nats }: Pick<Ctx, 'nats'>, { sid, userId }: Identity): Promise<void> {
  const { isConfirmed } = await request(nats, getConfirmed, { sid, userId })
  if (!isConfirmed) throw errors.confirmNeeded()
}
