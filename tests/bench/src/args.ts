import { PART_NAMES, type PartName } from './part-names.ts'

export interface Args {
  parts: PartName[]
  given: string[]
  isPartial: boolean
  /** Short rounds: a smoke test without meaningful results. */
  isQuick: boolean
  isCheck: boolean
  isProfile: boolean
  /** Users send messages by POST, not over sockets. */
  isPosting: boolean
  /** The product's clients confirm each message, as the web client does. */
  hasReceipts: boolean
  /** Keeps in docs/bench the results of a full run, and of parts that are published alone. */
  isPublished: boolean
}

const FLAGS = ['--quick', '--check', '--profile', '--post', '--receipts', '--publish']

/** Parses `npm run bench [-- parts] [flags]`; no part means all. Throws on unknown arguments. */
export function readArgs(given: string[]): Args {
  const names = given.filter((arg) => !arg.startsWith('--'))
  const unknown = [
    ...given.filter((arg) => arg.startsWith('--') && !FLAGS.includes(arg)),
    ...names.filter((name) => !isPart(name)),
  ]
  if (unknown.length > 0) {
    throw new Error(`Unknown: ${unknown.join(', ')}. Parts: ${PART_NAMES.join(', ')}; flags: ${FLAGS.join(', ')}.`)
  }
  return {
    given,
    isPartial: names.length > 0,
    parts: PART_NAMES.filter((name) => names.length === 0 || names.includes(name)),
    isQuick: given.includes('--quick'),
    isCheck: given.includes('--check'),
    isProfile: given.includes('--profile'),
    isPosting: given.includes('--post'),
    hasReceipts: given.includes('--receipts'),
    isPublished: !given.includes('--quick') && (given.includes('--publish') || given.every((arg) => arg === '--check')),
  }
}

function isPart(name: string): name is PartName {
  return PART_NAMES.some((part) => part === name)
}
