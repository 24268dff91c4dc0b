/** The offered language that suits a reader of `wanted`; undefined where there is none. */
export function findLanguage(wanted: string, offered: readonly string[]): string | undefined {
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
