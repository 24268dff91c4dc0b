import { ensureInTime } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { outboxOf } from '../evidence/case-seal.ts'
import type { CaseDocument } from '../models/case.ts'
import { currentEpoch } from '../reset/current-epoch.ts'
import type { CaseChange, Moderator } from './rules/case-change.ts'

const MAX_ATTEMPTS = 20

/** Loads a case; 404 for an unknown case and for a case from before a reset. */
export async function findCase(ctx: Pick<Ctx, 'models'>, id: number): Promise<CaseDocument> {
  const epoch = { $gte: await currentEpoch(ctx) }
  const found = await ctx.models.Case.findOne({ _id: id, epoch }, { outbox: 0 }).lean<CaseDocument>()
  if (!found) throw errors.caseNotFound()
  return found
}

/** Like `findCase`, but 404 for a case about the moderator: a reported user learns nothing. */
export async function findCaseFor(ctx: Ctx, { userId }: Moderator, id: number): Promise<CaseDocument> {
  const found = await findCase(ctx, id)
  if (found.userId === userId) throw errors.caseNotFound()
  return found
}

/** Applies the change that `decide` returns by compare-and-swap; null changes nothing. */
export async function changeCase(
  ctx: Pick<Ctx, 'models' | 'relay'>,
  id: number,
  decide: (before: CaseDocument) => CaseChange | null,
): Promise<CaseDocument> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await findCase(ctx, id)
    const change = decide(before)
    if (!change) return before

    ensureInTime() // a call that its caller has given up must not decide
    const after = await swap(ctx, before, change)
    if (after) return after
  }
  throw errors.busy()
}

/** Stores a change with its events and audit entries in one write; null if the case has changed since `before`. */
export async function swap(
  { models, relay }: Pick<Ctx, 'models' | 'relay'>,
  before: CaseDocument,
  { set, events, at }: CaseChange,
): Promise<CaseDocument | null> {
  const { _id, rev } = before
  const entries = outboxOf({ ...before, ...set, rev: rev + 1 }, events, at)
  const after = await models.Case.findOneAndUpdate(
    { _id, rev },
    { $set: { ...set, rev: rev + 1 }, $push: { outbox: { $each: entries } } },
    { returnDocument: 'after', projection: { outbox: 0 } },
  ).lean<CaseDocument>()
  if (after) relay.wake()
  return after
}
