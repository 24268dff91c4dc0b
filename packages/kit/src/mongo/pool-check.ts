import type { ConnectOptions } from 'mongoose'
import { requireOfMongoose } from './driver-internals.ts'

const NAME = 'minPoolSizeCheckFrequencyMS'
const POOL_CHECK_MS = 60_000

const { OPTIONS }: { OPTIONS: Record<string, { type: string }> } = requireOfMongoose('mongodb/lib/connection_string')

/**
 * Option that makes the driver check once a minute whether a pool has its smallest size. It checks ten times a second, also
 * without a smallest size, which is most of the CPU time of an idle service; its pools have the option, its clients refuse
 * it. An update of the driver that changes this ends the start of a service with an error.
 */
export function rarePoolCheck(): ConnectOptions {
  OPTIONS[NAME] = { type: 'uint' }
  return { [NAME]: POOL_CHECK_MS } as ConnectOptions // not among its types
}
