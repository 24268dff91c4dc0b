/** A community's languages, see PublishedSettings. */
interface Offered {
  languages: readonly string[]
  defaultLanguage: string
}

/** The first of the wanted languages that is offered, or its variant of another region; else the default. */
export function pickLanguage(wanted: readonly (string | null)[], { languages, defaultLanguage }: Offered): string {
  for (const tag of wanted) {
    const found = tag && findLanguage(tag, languages)
    if (found) return found
  }
  return languages.includes(defaultLanguage) ? defaultLanguage : (languages[0] ?? 'en')
}

/** The offered language that suits a reader of `wanted`; undefined where there is none. */
function findLanguage(wanted: string, offered: readonly string[]): string | undefined {
  return offered.find((tag) => tag === wanted) ?? offered.find((tag) => writing(tag) === writing(wanted))
}

/** Language and script: a reader of pt-PT reads pt-BR, and a reader of zh-TW reads zh-Hant. */
function writing(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag.replace(/@.*/, '')).maximize() // browsers say "en-US@posix" too
    return `${language}-${script}`
  } catch {
    return null
  }
}
