const TIMES = [
  ['days', 24 * 60 * 60 * 1_000],
  ['h', 60 * 60 * 1_000],
  ['min', 60 * 1_000],
  ['s', 1_000],
] as const
const BYTES = [
  ['MiB', 1_024 * 1_024],
  ['KiB', 1_024],
] as const

/** The value of a limit with the unit that its name says: `_MS`, `_SECONDS` or `_BYTES`. */
export function formatLimit(name: string, value: number): string {
  if (/SECONDS$/.test(name)) return withUnit(value * 1_000, TIMES, 'ms')
  if (/(?:_MS|M[sS])$/.test(name)) return withUnit(value, TIMES, 'ms')
  return /BYTES$/.test(name) ? withUnit(value, BYTES, 'bytes') : value.toLocaleString('en-US')
}

/** Chooses the largest unit that gives a whole or half amount. */
function withUnit(value: number, units: readonly (readonly [string, number])[], smallest: string): string {
  const [unit, size] = units.find(([, size]) => value >= size && Number.isInteger((value / size) * 2)) ?? [smallest, 1]
  const amount = value / size
  return `${amount.toLocaleString('en-US')} ${unit === 'days' && amount === 1 ? 'day' : unit}`
}
