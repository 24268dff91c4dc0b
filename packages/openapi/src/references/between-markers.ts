const START = '<!-- Written by `npm run openapi` -->'

/** Writes a table between the markers of a document, of which `end` is the last. */
export function betweenMarkers(document: string, end: string, table: string): string {
  const [from, to] = [document.indexOf(START), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`a document lacks ${START} or ${end}`)
  return `${document.slice(0, from + START.length)}\n\n${table}\n\n${document.slice(to)}`
}
