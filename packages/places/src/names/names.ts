import { lazily } from '../data/lazily.ts'
import { readPacked, sums } from '../data/packed-file.ts'
import { towns } from '../data/towns.ts'
import { fold, foldToDigraphs } from './fold.ts'

export interface NameTexts {
  /** Names of the regions, in their order in the list of towns. */
  regions: string[]
  /** Names in a language where they differ: position of the region, name. */
  regionsIn: Record<string, Record<number, string>>
}

/** Set in an entry that is sorted by the digraphs of its name: `Köln` among the names with `koe`. */
export const DIGRAPHS = 2 ** 31
/** Set in the entry of a town's first name. */
export const MAIN = 2 ** 30
const RANK = MAIN - 1

/**
 * Every spelling of every place in the order of its folded form. A spelling is folded again when a search reads it, which
 * keeps half of the memory. Towns have the numbers of the list of towns, then come regions, then countries.
 */
export const names = lazily(() => {
  const { texts, columns } = readPacked<NameTexts>('names')
  const [lengths, spellings, entries, byRank] = columns as [Uint8Array, Uint8Array, Uint32Array, Uint32Array]
  const ends = sums(lengths)
  const mainEntries = new Uint32Array(towns().ids.length)
  for (let entry = 0; entry < entries.length; entry++) {
    if ((entries[entry] as number) & MAIN) mainEntries[byRank[(entries[entry] as number) & RANK] as number] = entry
  }
  return {
    ...texts,
    ends,
    entries,
    byRank,
    mainEntries,
    spellings: Buffer.from(spellings.buffer, spellings.byteOffset, spellings.length),
  }
})

export function spellingOf(entry: number) {
  const { ends, spellings } = names()
  return spellings.toString('utf8', entry > 0 ? ends[entry - 1] : 0, ends[entry])
}

/** Position of the place among all places, the largest population first. */
export function rankOf(entry: number) {
  return (names().entries[entry] as number) & RANK
}

export function isMainName(entry: number) {
  return ((names().entries[entry] as number) & MAIN) !== 0
}

/** The entries whose folded name is at least `from` and less than `to`. */
export function entriesBetween(from: string, to: string) {
  return [firstEntry(from), firstEntry(to)] as const
}

function firstEntry(key: string) {
  let low = 0
  let high = names().entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (keyOf(middle) < key) low = middle + 1
    else high = middle
  }
  return low
}

function keyOf(entry: number) {
  const spelling = spellingOf(entry)
  return (names().entries[entry] as number) >= DIGRAPHS ? foldToDigraphs(spelling) : fold(spelling)
}
