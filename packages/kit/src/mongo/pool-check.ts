import type { ConnectOptions } from 'mongoose'
import { requireOfMongoose } from './driver-internals.ts'

const NAME = 'minPoolSizeCheckFrequencyMS'
const POOL_CHECK_MS = 60_000

const { OPTIONS }: { OPTIONS: Record<string, { type: string }> } = requireOfMongoose('mongodb/lib/connection_string')

/**
 * Option that makes the driver check once a minute whether a pool has its smallest size. By default it checks ten times a
 * second, which is most of an idle service's CPU time. Pools of the driver accept the option, its clients refuse it. If an
 * update of the driver changes this, the service does not start.
 */
export function rarePoolCheck(): ConnectOptions {
  OPTIONS[NAME] = { type: 'uint' }
  return { [NAME]: POOL_CHECK_MS } as ConnectOptions // not among its types
}
