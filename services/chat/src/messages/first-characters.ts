/** The first `max` characters of a text; an emoji is not cut in two code units. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text
  return [...text.slice(0, 2 * max)].slice(0, max).join('')
}
