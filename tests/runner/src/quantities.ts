/** An amount in ms or bytes, or a plain number. */
interface Quantity {
  amount: number
  kind: 'time' | 'bytes' | 'number'
}

const QUANTITY =
  /(\d[\d,]*(?:\.\d+)?|\bten\b|\btwo\b|\bone\b|\ba tenth\b|\ba quarter\b) ?(ms|s|min|h|days?|KiB|MiB|bytes)?\b/g
const WORDS: Record<string, number> = { ten: 10, two: 2, one: 1, 'a tenth': 0.1, 'a quarter': 0.25 }
const TIME: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, day: 86_400_000, days: 86_400_000 }
const BYTES: Record<string, number> = { bytes: 1, KiB: 1_024, MiB: 1_048_576 }

/** The amounts that a sentence names: `0.2 s doubling to 5 s` has two. */
export function quantitiesIn(text: string): Quantity[] {
  return [...text.matchAll(QUANTITY)].map(([, digits = '', unit = '']) => {
    const amount = WORDS[digits] ?? Number(digits.replaceAll(',', ''))
    if (TIME[unit]) return { amount: amount * TIME[unit], kind: 'time' }
    return BYTES[unit] ? { amount: amount * BYTES[unit], kind: 'bytes' } : { amount, kind: 'number' }
  })
}

/** The value of a constant, whose name says its unit; without one it may be any. */
export function quantityOf({
  name,
  value,
}: {
  name: string
  value: number
}): Omit<Quantity, 'kind'> & Partial<Quantity> {
  if (/SECONDS$/.test(name)) return { amount: value * 1_000, kind: 'time' }
  if (/(?:_MS|M[sS])$/.test(name)) return { amount: value, kind: 'time' }
  return /BYTES$/.test(name) ? { amount: value, kind: 'bytes' } : { amount: value }
}
