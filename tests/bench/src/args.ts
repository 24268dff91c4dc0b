import { PART_NAMES, type PartName } from './part-names.ts'

export interface Args {
  parts: PartName[]
  given: string[]
  /** Not all parts. */
  isPartial: boolean
  /** Short rounds: shows that everything works, not how fast it is. */
  isQuick: boolean
  /** A missed budget is an error. */
  isCheck: boolean
  /** CPU profiles of the product's processes while they are measured. */
  isProfile: boolean
}

const FLAGS = ['--quick', '--check', '--profile']

/** `npm run bench [-- names] [--quick] [--check] [--profile]`; without names all parts. Throws a sentence for anything else. */
export function readArgs(given: string[]): Args {
  const names = given.filter((arg) => !arg.startsWith('--'))
  const wrong = [
    ...given.filter((arg) => arg.startsWith('--') && !FLAGS.includes(arg)),
    ...names.filter((name) => !isPart(name)),
  ]
  if (wrong.length > 0) {
    throw new Error(`Unknown: ${wrong.join(', ')}. Parts: ${PART_NAMES.join(', ')}; flags: ${FLAGS.join(', ')}.`)
  }
  return {
    given,
    isPartial: names.length > 0,
    parts: PART_NAMES.filter((name) => names.length === 0 || names.includes(name)),
    isQuick: given.includes('--quick'),
    isCheck: given.includes('--check'),
    isProfile: given.includes('--profile'),
  }
}

function isPart(name: string): name is PartName {
  return PART_NAMES.some((part) => part === name)
}
