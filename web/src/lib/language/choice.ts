import catalogues from 'virtual:texts'
import { LANGUAGES } from '@zing/proto/community/languages'
import { pickLanguage } from '@zing/proto/texts/find-language'
import { community } from '../state/community.ts'
import { speak } from './language.ts'

const KEY = 'zing.language'
const RETRY_MS = 5_000

/** The languages to choose from. `npm run dev` and tests add a language of long texts with accents. */
export function offeredLanguages(): string[] {
  const ofTests = import.meta.env.PROD
    ? []
    : Object.keys(catalogues).filter((tag) => !LANGUAGES.some((known) => known === tag))
  const offered = [...community().languages, ...ofTests].filter((tag) => tag in catalogues)
  return offered.length > 0 ? offered : ['en']
}

/** Before anything else is on the screen. A page without texts would show nothing, so it begins again. */
export function speakFirst(): Promise<void> {
  return speak(preferred([readChoice(), ...navigator.languages])).catch(() => {
    setTimeout(() => window.location.reload(), RETRY_MS)
    return new Promise<never>(() => {})
  })
}

/** Shows a language from now on, also after a reload. */
export async function chooseLanguage(tag: string): Promise<void> {
  writeChoice(tag)
  await speak(preferred([tag]))
}

/** The language that somebody has chosen on this device; null without a choice. */
export function readChoice(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function writeChoice(tag: string): void {
  try {
    localStorage.setItem(KEY, tag)
  } catch {
    // storage is forbidden: the choice lasts until the page ends
  }
}

function preferred(wanted: readonly (string | null)[]): string {
  const { defaultLanguage } = community()
  return pickLanguage(wanted, { languages: offeredLanguages(), defaultLanguage })
}
