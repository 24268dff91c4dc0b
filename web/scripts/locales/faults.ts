const NAME = /(?<!(?:zero|one|two|few|many|other|=\d) )\{\w+(?=[,}])|<\/?\d+\/?>/g
/** Signs that a language writes otherwise. */
const WRONG_SIGNS: Record<string, RegExp> = {
  ar: /\p{Script=Arabic}[,;?]/u,
  de: /["']|\.{3}/,
  es: /["“]|\.{3}/,
  fr: /["']|\.{3}| [;:!?»]|« /,
}

/** Returns what is wrong with a translation, whatever it says. */
export function faultsOf(message: string, translation: string, language: string): string[] {
  const names = [message, translation].map((text) => new Set(text.match(NAME)))
  const differing = [...new Set(names.flatMap((one) => [...one]))].filter(
    (name) => !names.every((one) => one.has(name)),
  )
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const plurals = translation.split(', plural,').length - 1
  // English without a plural leaves the forms to the translator
  const required = message.includes(', plural,') ? pluralCategories : []
  const missing = required.filter((category) => formsOf(translation, category) < Math.max(1, plurals))
  const faults = [...differing, ...missing.map((category) => `no form for ${category}`)]
  return WRONG_SIGNS[language]?.test(translation) ? [...faults, 'foreign punctuation'] : faults
}

const formsOf = (text: string, category: string) =>
  text.split(`${category} {`).length - 1 + (category === 'one' ? text.split('=1 {').length - 1 : 0)
