/** Ends the name of a demo companion. */
export const DEMO_SUFFIX = ' - demo'

/**
 * The part of a name that other members see: its first word with a letter. A demo companion keeps the mark. Only the
 * account itself and moderators see the whole name.
 */
export function firstNameOf(name: string): string {
  const isDemo = name.endsWith(DEMO_SUFFIX)
  const words = (isDemo ? name.slice(0, -DEMO_SUFFIX.length) : name).split(/\s+/)
  const first = words.find((word) => /\p{L}/u.test(word))
  if (first === undefined) return name
  return isDemo ? first + DEMO_SUFFIX : first
}

/** The name without the mark of a demo companion, for a sentence or a label. */
export function plainNameOf(name: string): string {
  return name.endsWith(DEMO_SUFFIX) ? name.slice(0, -DEMO_SUFFIX.length) : name
}
