import { type Connection, Schema } from 'mongoose'
import { isDuplicateKey } from './errors.ts'

const HOUR_MS = 60 * 60 * 1_000

/** The newest result of work that one process of the service does once an hour. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // name of the work
    hour: { type: Number, required: true }, // hours since 1970: a process has claimed the work of this hour
    at: Date, // when the result was made; missing before the first
    value: Schema.Types.Mixed,
    epoch: { type: Number, required: true },
  },
  { versionKey: false, minimize: false },
)

export type HourlyResults = ReturnType<typeof hourlyResultModel>
export function hourlyResultModel(db: Connection) {
  return db.model('HourlyResult', schema, 'hourly_results')
}

interface HourlyWork<T> {
  name: string
  /** The service's, see `followEpoch`: a reset during the work drops its result. */
  epoch: number
  now?: number
  work(now: number): Promise<T>
}

/** Does the work of this hour and stores its result, unless a process has done so. After a failure it may be tried again. */
export async function runThisHour<T>(
  results: HourlyResults,
  { name, epoch, work, now = Date.now() }: HourlyWork<T>,
): Promise<void> {
  const hour = Math.floor(now / HOUR_MS)
  if (!(await claim(results, { name, epoch, hour }))) return
  try {
    const value = await work(now)
    await results.updateOne({ _id: name, hour, epoch }, { $set: { at: new Date(now), value } })
  } catch (error) {
    await results.updateOne({ _id: name, hour }, { $set: { hour: hour - 1 } })
    throw error
  }
}

async function claim(
  results: HourlyResults,
  { name: _id, epoch, hour }: { name: string; epoch: number; hour: number },
) {
  try {
    await results.updateOne({ _id, hour: { $lt: hour } }, { $set: { hour }, $setOnInsert: { epoch } }, { upsert: true })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false // another process has claimed this hour
    throw error
  }
}

/** The newest result of the work; null before the first, and after a reset. */
export async function readResult<T>(
  results: HourlyResults,
  { name, epoch }: { name: string; epoch: number },
): Promise<{ at: Date; value: T } | null> {
  const stored = await results.findOne({ _id: name, at: { $exists: true }, epoch: { $gte: epoch } }).lean()
  return stored?.at ? { at: stored.at, value: stored.value as T } : null // as the work has stored it
}
