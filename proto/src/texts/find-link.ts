import tlds from 'tlds' with { type: 'json' }
import { toLatin, visibleText } from './visible-text.ts'

const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(tlds)
/** Matches `http:x`, `ftp://x` and `www.x`: links whatever x is. */
const ADDRESS = /https?:.|\p{L}:\/\/[\p{L}\p{N}]|(?<![\p{L}\p{N}])www\.[\p{L}\p{N}]/iu
/** Matches the possible end of a domain. */
const AFTER_DOT = /(?<=[\p{L}\p{M}\p{N}])\.(xn--[a-z0-9]|\p{L}[\p{L}\p{M}\p{N}]*)/giu
const PUNCTUATION_AROUND = /^\p{P}+|\p{P}+$/gu
const WORD_MAX = 60

/**
 * Returns the first word that a reader takes for the address of a web page, as the reader sees it. Null if there is
 * none. A domain counts only if its top level exists. For services only: a client would have to load the list of
 * domains.
 */
export function findLink(text: string): string | null {
  const word = visibleText(text).split(/\s+/u).find(isLink)
  if (word === undefined) return null
  const shown = Array.from(word.replace(PUNCTUATION_AROUND, ''))
  return shown.length > WORD_MAX ? `${shown.slice(0, WORD_MAX).join('')}…` : shown.join('')
}

function isLink(word: string): boolean {
  if (!word.includes('.') && !word.includes(':')) return false // saves time: most words have neither
  return ADDRESS.test(word) || [...word.matchAll(AFTER_DOT)].some(([, label = '']) => isTopLevel(label))
}

function isTopLevel(label: string): boolean {
  return label.startsWith('xn--') || TOP_LEVEL_DOMAINS.has(label.toLowerCase()) || TOP_LEVEL_DOMAINS.has(toLatin(label))
}
