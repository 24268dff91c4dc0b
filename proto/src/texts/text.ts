/** Number of code points, not of UTF-16 units: an emoji counts as one character. */
export function characters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

const NAME = /^[\p{L}\p{M} '’-]*$/u
export const USERNAME = /^[a-zA-Z0-9._-]*$/
const UNSAFE_LINE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f\ufeff]/u
/** Characters that messages may not contain (R6). */
export const UNSAFE_CHARACTERS = '<>;='
const UNSAFE_MESSAGE = new RegExp(
  `[${UNSAFE_CHARACTERS}]|[^\\P{Cc}\\n\\r\\t]|[\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069]`,
  'u',
)
const UNSAFE_TEXT = /[^\P{Cc}\n\r\t]|[\p{Cs}\u202a-\u202e\u2066-\u2069]/u
/** Invisible characters: zero-width characters, fillers, variation selectors. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u
/** Neither space, control or format character, filler, blank Braille pattern, nor combining mark. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Letters with combining marks, spaces, both apostrophes and hyphens only, none of them invisible (SEC-35). */
export function isNameText(text: string): boolean {
  return NAME.test(text) && !IGNORABLE.test(text)
}

/** True if a reader sees something: not only white space, invisible characters and combining marks (SEC-35). */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/** Neither control nor zero-width characters, surrogate halves, bidirectional overrides or isolates. */
export function isSafeLine(text: string): boolean {
  return !UNSAFE_LINE.test(text)
}

/** Like `isSafeLine`, but allows line breaks, tabs and zero-width characters, and forbids `< > ; =`. */
export function isSafeMessage(text: string): boolean {
  return !UNSAFE_MESSAGE.test(text)
}

/** Like `isSafeMessage`, but allows every sign on a keyboard. */
export function isSafeText(text: string): boolean {
  return !UNSAFE_TEXT.test(text)
}
