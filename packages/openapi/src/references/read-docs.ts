/** Doc comments by subject: `listUsers`, `listUsers.cursor`, `MESSAGES_READ.senderId`. */
export type Docs = ReadonlyMap<string, string>

const COMMENT = /(?:\/\*\*(?<text>(?:(?!\*\/)[\s\S])*)\*\/\s*)?/
const SUBJECT =
  /(?:(?:export )?const (?<declared>\w+)|z\.object\(\{\s*type: z\.literal\('(?<frame>\w+)'\)|(?<field>\w+):)/
const DOCUMENTED = new RegExp(COMMENT.source + SUBJECT.source, 'g')

/** Reads the doc comments of a source file of proto as text, since TypeScript 7 exposes no compiler API. */
export function readDocs(source: string): Docs {
  const docs = new Map<string, string>()
  let scope = ''
  for (const { groups } of source.matchAll(DOCUMENTED)) {
    const opened = groups?.declared ?? groups?.frame
    if (opened) scope = opened
    if (groups?.text) docs.set(opened ?? `${scope}.${groups.field}`, toParagraph(groups.text))
  }
  return docs
}

function toParagraph(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*/, '').trim())
    .join(' ')
    .trim()
}
