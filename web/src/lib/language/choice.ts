import catalogues from 'virtual:texts'
import { community } from '../state/community.ts'
import { findLanguage } from './find-language.ts'
import { speak } from './language.ts'

const KEY = 'zing.language'
/** English with accents and brackets, which only `npm run dev` and tests have. It shows texts that are cut or not translated. */
const PSEUDO = 'en-XA'
const RETRY_MS = 5_000

/** The languages to choose from. */
export function offeredLanguages(): string[] {
  const offered = [...community().languages, PSEUDO].filter((tag) => tag in catalogues)
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

/** The first of the wanted languages that is offered, or its variant of another region; else the default. */
function preferred(wanted: readonly (string | null)[]): string {
  const offered = offeredLanguages()
  for (const tag of wanted) {
    const found = tag && findLanguage(tag, offered)
    if (found) return found
  }
  const { defaultLanguage } = community()
  return offered.includes(defaultLanguage) ? defaultLanguage : (offered[0] ?? 'en')
}
