import { AppError } from '@zing/kit/errors'
import { ask } from '@zing/kit/nats/rpc'
import { messages } from '@zing/proto/http/errors'
import { askProfile } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import type { Person } from '../models/profile.ts'
import { copyProfile } from './replicate-profile.ts'

/** These people in this order, or 404. Who registered a moment ago may not have arrived yet: then auth is asked. */
export async function findPeople(ctx: Ctx, ids: number[]): Promise<Person[]> {
  const epoch = ctx.epoch.current()
  const found = await ctx.models.Person.find({ _id: { $in: ids }, epoch: { $gte: epoch } }).lean()
  const byId = new Map(found.map((person) => [person._id, person]))
  return Promise.all(ids.map((id) => byId.get(id) ?? fetchPerson(ctx, id, epoch)))
}

/** `epoch` is that of before the question: an answer that a reset overtakes is then no more than what it deletes. */
async function fetchPerson(ctx: Ctx, userId: number, epoch: number): Promise<Person> {
  const answer = await ask(ctx.nats, askProfile, { userId })
  if (!answer) throw new AppError(404, messages.userNotFound)

  await copyProfile(ctx, { ...answer, epoch })
  const person = await ctx.models.Person.findById(userId).lean()
  if (!person) throw new AppError(404, messages.userNotFound) // a reset came in between
  return person
}
