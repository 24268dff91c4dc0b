import catalogues from 'virtual:texts'
import { i18n } from '@lingui/core'
import { createStore } from '../state/create-store.ts'
import { locale } from './locale.ts'

/** A part of the texts: for the page, for members, or for staff and the setup. */
export type TextPart = 'first' | 'member' | 'staff'

const PARTS: readonly TextPart[] = ['first', 'member', 'staff']
/** Parts that screens have asked for; another language brings them too. */
const opened = new Set<TextPart>(['first'])
const loaded = new Set<string>()
const missingOf = (tag: string) => [...opened].filter((part) => !loaded.has(`${tag}/${part}`))

/** The tag of the language on the screen. `App` reads it, and renders everything again when it changes. */
export const language = createStore('en')

/** The language that was asked for last. */
let wanted = language.get()
let speaking = Promise.resolve()

/** Loads a part of the texts and the parts before it, in the chosen language. */
export async function loadTexts(part: TextPart): Promise<void> {
  for (const needed of PARTS.slice(0, PARTS.indexOf(part) + 1)) opened.add(needed)
  await Promise.allSettled([speaking, loadAll(wanted)]) // the caller of `speak` learns of a failure
  await loadAll(language.get())
}

/** Shows the client in a language, once its texts are there. */
export function speak(tag: string): Promise<void> {
  wanted = tag
  speaking = show(tag)
  return speaking
}

async function show(tag: string): Promise<void> {
  await loadAll(tag)
  if (wanted !== tag) return
  i18n.activate(tag, locale(tag))
  document.documentElement.lang = tag
  document.documentElement.dir = isRightToLeft(tag) ? 'rtl' : 'ltr'
  language.set(tag)
}

/** Also loads the parts that screens ask for meanwhile. */
async function loadAll(tag: string): Promise<void> {
  while (missingOf(tag).length > 0) await load(tag)
}

async function load(tag: string): Promise<void> {
  await Promise.all(
    missingOf(tag).map(async (part) => {
      const texts = await catalogues[tag]?.[part]()
      if (texts) i18n.load(tag, texts.default)
      loaded.add(`${tag}/${part}`)
    }),
  )
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = /Arab|Hebr|Thaa|Syrc|Nkoo|Adlm|Rohg/

function isRightToLeft(tag: string): boolean {
  return RIGHT_TO_LEFT.test(new Intl.Locale(tag).maximize().script ?? '')
}
