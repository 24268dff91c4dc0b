/** Number of code points, not of UTF-16 units: an emoji counts as one character. */
export function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

const NAME = /^[\p{L}\p{M} '’-]*$/u
export const USERNAME = /^[a-zA-Z0-9._-]*$/
const UNSAFE_LINE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/u
const UNSAFE_MESSAGE = /[<>;=]|[^\P{Cc}\n\r\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u

/** Letters with combining marks, spaces, both apostrophes and hyphens only (SEC-35). */
export function isNameText(text: string): boolean {
  return NAME.test(text)
}

/** Neither control nor zero-width characters, surrogate halves, bidirectional overrides or isolates. */
export function isSafeLine(text: string): boolean {
  return !UNSAFE_LINE.test(text)
}

/** As `isSafeLine`, but with line breaks, tabs and zero-width characters, and without `< > ; =`. */
export function isSafeMessage(text: string): boolean {
  return !UNSAFE_MESSAGE.test(text)
}
