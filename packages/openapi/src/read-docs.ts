/** Doc comments by what they are about: `listUsers`, `listUsers.cursor`, `MESSAGES_READ.senderId`. */
export type Docs = ReadonlyMap<string, string>

// A doc comment, if there is one, and what follows it: a declaration, a frame of a union, or a field.
const COMMENT = /(?:\/\*\*(?<text>(?:(?!\*\/)[\s\S])*)\*\/\s*)?/
const SUBJECT =
  /(?:(?:export )?const (?<declared>\w+)|z\.object\(\{\s*type: z\.literal\('(?<frame>\w+)'\)|(?<field>\w+):)/
const DOCUMENTED = new RegExp(COMMENT.source + SUBJECT.source, 'g')

/**
 * The doc comments of a source file of proto, so that what a contract means is written once. Read as text: the browser
 * must not carry them, and TypeScript 7 has no compiler to ask.
 */
export function readDocs(source: string): Docs {
  const docs = new Map<string, string>()
  let scope = ''
  for (const { groups } of source.matchAll(DOCUMENTED)) {
    const opened = groups?.declared ?? groups?.frame
    if (opened) scope = opened
    if (groups?.text) docs.set(opened ?? `${scope}.${groups.field}`, plain(groups.text))
  }
  return docs
}

/** One paragraph, without the stars of its lines. */
function plain(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*/, '').trim())
    .join(' ')
    .trim()
}
