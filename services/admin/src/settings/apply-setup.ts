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
    const { settings } = await setSettings(ctx, { authorId: null, change: (before) => mergeChanges(before, changes) })
    return { refusal: null, termsVersion: settings.terms.version }
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return { refusal: error.message, termsVersion: 0 }
    throw error
  }
}
