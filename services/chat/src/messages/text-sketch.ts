import { toLatin, visibleText } from '@zing/proto/texts/visible-text'

const MARKS = /\p{M}+/gu
const NUMBER = /\p{N}+/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u
/** Number of letters in a row that are compared together. A text has as many such runs as letters. */
const SHINGLE = 3
/** Number of hashes to keep: all of a short text, a fair sample of a long one. */
const HASHES_MAX = 32
const HASH_BYTES = 4
/** From this share of equal shingles on, a reader takes two texts for the same. */
const ALIKE_SHARE = 0.7

/**
 * Returns the smallest hashes of a text's shingles, which allow comparisons without the text. It ignores case, accents,
 * spaces, punctuation, signs, look-alike letters, the value of numbers and the receiver's name.
 */
export function sketchOf(text: string, receiverName: string): string {
  const hashes = shinglesOf(lettersOf(text, receiverName)).map(hashOf)
  const smallest = [...new Set(hashes)].sort((a, b) => a - b).slice(0, HASHES_MAX)
  const bytes = Buffer.alloc(smallest.length * HASH_BYTES)
  for (const [index, hash] of smallest.entries()) bytes.writeUInt32BE(hash, index * HASH_BYTES)
  return bytes.toString('base64url')
}

/** True if the texts of two sketches are nearly the same. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [hashesOf(one), hashesOf(other)]
  const isSample = a.size === HASHES_MAX || b.size === HASHES_MAX
  const union = [...new Set([...a, ...b])].sort((x, y) => x - y)
  const compared = isSample ? union.slice(0, HASHES_MAX) : union
  return compared.filter((hash) => a.has(hash) && b.has(hash)).length >= ALIKE_SHARE * compared.length
}

/** Returns the letters of a text, or its signs if it has no letters. */
function lettersOf(text: string, receiverName: string): string {
  const words = wordsOf(text)
  const name = new Set(wordsOf(receiverName))
  return words.length === 0 ? visibleText(text).replace(/\s+/gu, '') : words.filter((word) => !name.has(word)).join('')
}

function wordsOf(text: string): string[] {
  const plain = toLatin(visibleText(text).toLowerCase().normalize('NFKD').replace(MARKS, ''))
  return plain
    .replace(NUMBER, '0')
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
}

function shinglesOf(text: string): string[] {
  const letters = Array.from(text)
  const count = Math.max(letters.length - SHINGLE + 1, 1)
  return Array.from({ length: count }, (_, i) => letters.slice(i, i + SHINGLE).join(''))
}

/** FNV-1a with the end of MurmurHash3: even in all bits, and fast for the 2,000 shingles of a long text. */
function hashOf(shingle: string): number {
  let hash = 0x811c9dc5
  for (const letter of shingle) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function hashesOf(sketch: string): Set<number> {
  const bytes = Buffer.from(sketch, 'base64url')
  const count = Math.floor(bytes.length / HASH_BYTES)
  return new Set(Array.from({ length: count }, (_, index) => bytes.readUInt32BE(index * HASH_BYTES)))
}
