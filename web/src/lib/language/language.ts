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
/** The language on the screen, and another while its texts are loading. */
const spoken = new Set<string>()

/** The tag of the language on the screen. `App` reads it, and renders everything again when it changes. */
export const language = createStore('en')

/** Loads a part of the texts, and the parts before it. */
export async function loadTexts(part: TextPart): Promise<void> {
  for (const needed of PARTS.slice(0, PARTS.indexOf(part) + 1)) opened.add(needed)
  await Promise.all([...spoken].map(load))
}

/** Shows the client in a language, once its texts are there. */
export async function speak(tag: string): Promise<void> {
  const isNew = !spoken.has(tag)
  spoken.add(tag) // so that a screen that opens meanwhile loads its texts too
  try {
    await load(tag)
  } catch (error) {
    if (isNew) spoken.delete(tag)
    throw error
  }
  i18n.activate(tag, locale(tag))
  document.documentElement.lang = tag
  document.documentElement.dir = isRightToLeft(tag) ? 'rtl' : 'ltr'
  language.set(tag)
  for (const other of spoken) if (other !== tag) spoken.delete(other)
}

async function load(tag: string): Promise<void> {
  const missing = [...opened].filter((part) => !loaded.has(`${tag}/${part}`))
  await Promise.all(
    missing.map(async (part) => {
      const texts = await catalogues[tag]?.[part]()
      if (texts) i18n.load(tag, texts.default)
      loaded.add(`${tag}/${part}`)
    }),
  )
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg']

function isRightToLeft(tag: string): boolean {
  return RIGHT_TO_LEFT.includes(new Intl.Locale(tag).maximize().script ?? '')
}
