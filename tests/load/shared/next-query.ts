/** What stands after the question mark of the next page, or null on the last one. */
export function nextQuery(link: string | undefined): string | null {
  return link?.match(/<[^>?]*\?([^>]*)>; *rel="?next"?/)?.[1] ?? null
}
