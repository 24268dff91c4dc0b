/** Code points, not UTF-16 units: an emoji is one character to the person who typed it. */
export function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

// Letters with their combining marks, spaces, both apostrophes, hyphens: spec section 5 and security.md SEC-35.
const NAME = /^[\p{L}\p{M} '’-]*$/u
export const USERNAME = /^[a-zA-Z0-9._-]*$/
// What has no business in a line of text: controls, surrogate halves, bidirectional overrides and isolates.
const UNSAFE_LINE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/u
// Messages may break lines and use the joiners that emoji are made of; `< > ; =` are refused by the specification.
const UNSAFE_MESSAGE = /[<>;=]|[^\P{Cc}\n\r\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u

export function isNameText(text: string): boolean {
  return NAME.test(text)
}

export function isSafeLine(text: string): boolean {
  return !UNSAFE_LINE.test(text)
}

export function isSafeMessage(text: string): boolean {
  return !UNSAFE_MESSAGE.test(text)
}
