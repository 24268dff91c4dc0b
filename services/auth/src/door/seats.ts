import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { SWEEP_DELAY_MS } from '@zing/kit/timing/delayed-sweep'
import type { Settings } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'

type Limits = Pick<Settings['registration'], 'quota' | 'cap'>

export interface Seat {
  epoch: number
  /** Days since 1970 in UTC. */
  day: number
}

const DAY_MS = 24 * 60 * 60 * 1_000
const MAX_ATTEMPTS = 10

/** Refuses early, before work that costs much. `takeSeat` decides. */
export async function requireFreeSeat({ models, epoch }: Ctx, limits: Limits): Promise<void> {
  if (limits.quota === null && limits.cap === null) return
  const door = await models.Door.findById(epoch.current()).lean()
  if (isFull(door ?? { accounts: 0, day: 0, today: 0 }, today(), limits)) throw errors.quotaReached()
}

/** Takes a place of the day's quota and of the cap in one write. Throws QUOTA_REACHED if there is none. */
export async function takeSeat(ctx: Ctx, epoch: number, limits: Limits): Promise<Seat> {
  const { Door } = ctx.models
  let day = today()
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const fits = { _id: epoch, ...(limits.cap !== null && { accounts: { $lt: limits.cap } }) }
    const seatAt = new Date()
    const { matchedCount } = await Door.updateOne(
      { ...fits, day, ...(limits.quota !== null && { today: { $lt: limits.quota } }) },
      { $inc: { accounts: 1, today: 1, rev: 1 }, $set: { seatAt } },
    )
    if (matchedCount === 1) return { epoch, day }

    const door = await Door.findById(epoch).lean()
    if (!door) {
      await createDoor(ctx, epoch)
      continue
    }
    day = Math.max(day, door.day) // the clock of another process may be ahead
    if (isFull(door, day, limits)) throw errors.quotaReached()
    if (door.day === day) continue // another registration has begun the day, or given its seat back
    const begun = await Door.updateOne(
      { ...fits, day: door.day },
      { $inc: { accounts: 1, rev: 1 }, $set: { day, today: 1, seatAt } },
    )
    if (begun.matchedCount === 1) return { epoch, day }
  }
  throw errors.busy()
}

/** Gives the seat of a refused registration back. */
export async function giveSeatBack({ models, log }: Ctx, { epoch, day }: Seat): Promise<void> {
  try {
    const { matchedCount } = await models.Door.updateOne(
      { _id: epoch, day },
      { $inc: { accounts: -1, today: -1, rev: 1 } },
    )
    if (matchedCount === 0) await models.Door.updateOne({ _id: epoch }, { $inc: { accounts: -1, rev: 1 } })
  } catch (err) {
    log.warn({ err }, 'seat not given back, the next recount does it')
  }
}

/** Deletes an account and gives its seat to somebody else. Returns false if there was no such account. */
export async function deleteWithSeat(ctx: Ctx, userId: number): Promise<boolean> {
  const { Door, User } = ctx.models
  const epoch = ctx.epoch.current()
  const door = await Door.findById(epoch, { recounts: 1 }).lean()
  const { deletedCount } = await User.deleteOne({ _id: userId, epoch })
  if (deletedCount === 0) return (await User.deleteOne({ _id: userId })).deletedCount === 1 // of another epoch
  if (!door) return true
  // a recount in between may have seen the deletion already
  const { matchedCount } = await Door.updateOne(
    { _id: epoch, recounts: door.recounts },
    { $inc: { accounts: -1, rev: 1 } },
  )
  if (matchedCount === 0) ctx.doorRecount.soon()
  return true
}

/**
 * Counts the accounts anew, since a crash may have left a seat without an account. Waits for a time without
 * registrations, since a registration takes its seat before it inserts the account.
 */
export async function recountDoor(ctx: Ctx, settledMs = SWEEP_DELAY_MS): Promise<void> {
  const { Door, User } = ctx.models
  const epoch = await ctx.epoch.refresh()
  const door = await Door.findById(epoch).lean()
  if (!door) return createDoor(ctx, epoch)
  if (door.seatAt.getTime() > Date.now() - settledMs) return ctx.doorRecount.soon()
  const accounts = await User.countDocuments({ epoch })
  if (accounts === door.accounts) return
  const { matchedCount } = await Door.updateOne(
    { _id: epoch, rev: door.rev },
    { $set: { accounts }, $inc: { rev: 1, recounts: 1 } },
  )
  if (matchedCount === 0) return ctx.doorRecount.soon()
  ctx.log.warn({ counted: door.accounts, accounts }, 'accounts recounted')
}

/** Counts what is there. Registrations take their seats only when the counts exist. */
async function createDoor({ models }: Ctx, epoch: number): Promise<void> {
  const day = today()
  const [accounts, registered] = await Promise.all([
    models.User.countDocuments({ epoch }),
    models.User.countDocuments({ epoch, createdAt: { $gte: new Date(day * DAY_MS) } }),
  ])
  const door = { _id: epoch, accounts, day, today: registered, seatAt: new Date(0), recounts: 0, rev: 1, epoch }
  await models.Door.create(door).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error // another process has counted
  })
}

function isFull(door: { accounts: number; day: number; today: number }, day: number, { quota, cap }: Limits): boolean {
  const registered = door.day === day ? door.today : 0
  return (cap !== null && door.accounts >= cap) || (quota !== null && registered >= quota)
}

function today(): number {
  return Math.floor(Date.now() / DAY_MS)
}
