import { AppError } from '@zing/proto/errors'
import type { applySetup as contract } from '@zing/proto/nats/rpc/admin'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import { mergeChanges } from './merge-changes.ts'
import { setSettings } from './store-settings.ts'

/** Makes a new community's settings the ones that its keeper wishes, or says what is wrong with a wish. */
export async function applySetup(
  ctx: Ctx,
  { changes }: RpcInput<typeof contract>,
): Promise<RpcResult<typeof contract>> {
  try {
    await setSettings(ctx, { authorId: null, change: (settings) => mergeChanges(settings, changes) })
    return { refusal: null }
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return { refusal: error.message }
    throw error
  }
}
