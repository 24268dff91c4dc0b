import { isDuplicateKey } from '@zing/kit/mongo/errors'
import type { Ctx } from '../context.ts'
import { SETUP_ID } from '../models/setup.ts'

/** A process that ends during a setup frees the link after this time. */
const CLAIM_MS = 30_000

/** True once there has been an admin, also if none is left: the link then never works again. */
export async function isSetupOver(ctx: Pick<Ctx, 'models'>): Promise<boolean> {
  if (await ctx.models.Setup.exists({ _id: SETUP_ID, overAt: { $ne: null } })) return true
  if (!(await ctx.models.User.exists({ role: 'admin' }))) return false
  await endSetup(ctx)
  return true
}

export async function endSetup({ models }: Pick<Ctx, 'models'>): Promise<void> {
  await models.Setup.updateOne({ _id: SETUP_ID }, { $set: { overAt: new Date() } }, { upsert: true })
}

/** Claims the link for one request. False while another request has it, and once the setup is over. */
export async function claimSetup({ models }: Pick<Ctx, 'models'>): Promise<boolean> {
  const now = new Date()
  const free = { _id: SETUP_ID, overAt: null, claimedUntil: { $not: { $gt: now } } }
  const claim = { $set: { claimedUntil: new Date(now.getTime() + CLAIM_MS) } }
  try {
    return (await models.Setup.findOneAndUpdate(free, claim, { upsert: true, returnDocument: 'after' }).lean()) !== null
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

export async function releaseSetup({ models }: Pick<Ctx, 'models'>): Promise<void> {
  await models.Setup.updateOne({ _id: SETUP_ID }, { $set: { claimedUntil: null } })
}
