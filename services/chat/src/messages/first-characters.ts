/** Returns the first `max` characters of a text, without cutting an emoji in two. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text
  return [...text.slice(0, 2 * max)].slice(0, max).join('')
}
