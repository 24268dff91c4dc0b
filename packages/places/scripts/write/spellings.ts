import { PLACE_NAME_MAX } from '@zing/proto/limits'
import { fold, foldToDigraphs } from '../../src/names/fold.ts'
import type { Town } from './read-towns.ts'

export interface Spelling {
  spelling: string
  /** The folded form by which it is sorted. */
  key: string
  hasDigraphs: boolean
  isMain: boolean
}

/**
 * `Munchen` and `Muenchen` are found as `München`, so they are no spellings of their own. The ASCII name is a machine's: it
 * counts only if no other name is found by it.
 */
export function spellingsOfTown({ name, otherNames, asciiName }: Town) {
  const others = otherNames.filter(isWorthKeeping)
  const umlauts = [name, ...others].filter((other) => fold(other) !== foldToDigraphs(other))
  const substitutes = new Set(umlauts.flatMap((other) => [fold(other), foldToDigraphs(other)]))
  const spellings = spellingsOf([name, ...others.filter((other) => !isAscii(other) || !substitutes.has(fold(other)))])
  const isFound = spellings.some(({ key }) => key === fold(asciiName))
  return isFound ? spellings : [...spellings, ...spellingsOf([asciiName]).map((other) => ({ ...other, isMain: false }))]
}

export function spellingsOf(names: string[]) {
  return [...new Set(names)].flatMap((spelling, position) => {
    const [key, digraphs] = [fold(spelling), foldToDigraphs(spelling)]
    const own: Spelling = { spelling, key, hasDigraphs: false, isMain: position === 0 }
    const other: Spelling = { spelling, key: digraphs, hasDigraphs: true, isMain: false }
    return (digraphs === key ? [own] : [own, other]).filter((entry) => entry.key !== '')
  })
}

/** Drops codes of airports, machine transliterations such as `kwln`, and links. */
function isWorthKeeping(name: string) {
  if (name.length > PLACE_NAME_MAX || Buffer.byteLength(name) > BYTES_MAX || name.includes('//')) return false
  return !CODE.test(name) && !TRANSLITERATION.test(name)
}

const BYTES_MAX = 255
const CODE = /^[A-Z]{3}$/
const TRANSLITERATION = /^(?=.*\p{Script=Latin})[^\p{Lu}\p{Lt}\p{Lo}]*$/u

function isAscii(name: string) {
  return !/[^ -~]/.test(name)
}
