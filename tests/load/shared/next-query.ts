/** Reads the query string of the next page from a Link header; null on the last page. */
export function nextQuery(link: string | undefined): string | null {
  return link?.match(/<[^>?]*\?([^>]*)>; *rel="?next"?/)?.[1] ?? null
}
