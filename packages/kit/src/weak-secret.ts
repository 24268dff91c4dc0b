const EXAMPLE_WORDS = /changeme|secret|password|example|default/i
/** Alphabet, digits and keyboard rows: neighbours are easy to type and to guess. */
const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const NEIGHBOURS = new Set(ROWS.flatMap((row) => [...row].flatMap((first, i) => pairsOf(first, row[i + 1]))))
// 32 random hexadecimal characters practically never have fewer than 8 different ones, or half of them in sequence
const MIN_DISTINCT = 8
const MAX_IN_SEQUENCE = 0.5

/** True for a secret that is not random: example words, sequences, repetitions, few different characters. */
export function isWeakSecret(text: string): boolean {
  return (
    EXAMPLE_WORDS.test(text) ||
    new Set(text).size < MIN_DISTINCT ||
    isRepetition(text) ||
    shareInSequence(text) >= MAX_IN_SEQUENCE
  )
}

function isRepetition(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++) {
    if (text.slice(period) === text.slice(0, -period)) return true
  }
  return false
}

/** Share of characters that follow their neighbour in a row, in either direction. */
function shareInSequence(text: string): number {
  const lower = text.toLowerCase()
  const pairs = Array.from({ length: lower.length - 1 }, (_, i) => lower.slice(i, i + 2))
  return pairs.filter((pair) => NEIGHBOURS.has(pair)).length / pairs.length
}

function pairsOf(a: string, b: string | undefined): string[] {
  return b ? [`${a}${b}`, `${b}${a}`] : []
}
