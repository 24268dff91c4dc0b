export interface Row {
  id: string
  /** Tests of the row; empty for an open row. */
  shownBy: { file: string; title: string }[]
  isOpen: boolean
  /** True if the cell names the reason for having no test, or the document that the row asks for. */
  hasReason: boolean
}

/** Reads a file of the repository; null if it does not exist. */
type Read = (file: string) => string | null
type Titles = (file: string) => Set<string> | null

const LINE_BREAK = '<br>'
const SEPARATOR = ' › '
const OPEN = 'open:'
const REASON = 'reason:'

/** Parses the rows of every table "Row | What it says | Shown by" in Markdown. */
export function readRows(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const [id, , shownBy, ...more] = cellsOf(line)
    if (id === undefined || /^(Row|:?-+:?)$/.test(id)) return []
    return [readRow(id, more.length > 0 ? '' : (shownBy ?? ''))] // extra cells invalidate the row
  })
}

/** Splits a table row; `\|` is a bar inside a cell. */
function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return []
  const cells = line.trim().split(/(?<!\\)\|/)
  return cells.slice(1, -1).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readRow(id: string, shownBy: string): Row {
  const isOpen = shownBy.startsWith(OPEN)
  const hasReason = shownBy.startsWith(REASON)
  if (isOpen || hasReason) {
    const hasWords = shownBy !== OPEN && shownBy !== REASON
    return { id, shownBy: [], isOpen: isOpen && hasWords, hasReason: hasReason && hasWords }
  }
  const tests = shownBy.split(LINE_BREAK).map((one) => one.trim())
  return {
    id,
    isOpen: false,
    hasReason: false,
    shownBy: tests.filter(Boolean).map((one) => {
      const [file = '', ...title] = one.split(SEPARATOR)
      return { file, title: title.join(SEPARATOR) }
    }),
  }
}

// matches `test(`, `it(` and the second call of `test.each([…])(`, but not `test.skip(` or `test.todo(`
const TITLE = /(?:(?<![\w.])(?:test|it)|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g

export function titlesOf(source: string): Set<string> {
  return new Set(Array.from(source.matchAll(TITLE), ([, , title = '']) => title.replace(/\\(['"`])/g, '$1')))
}

/** Lists the faults of the rows: repeated ids, and rows without existing test, reason or open mark. */
export function problemsOf(rows: Row[], read: Read): string[] {
  if (rows.length === 0) return ['there are no rows']
  const ids = rows.map(({ id }) => id)
  const repeated = ids.filter((id, index) => ids.indexOf(id) < index)
  const titles = rememberTitles(read)
  return [
    ...repeated.map((id) => `${id}: there is another row of this id`),
    ...rows.flatMap((row) => faultsOfRow(row, titles).map((fault) => `${row.id}: ${fault}`)),
  ]
}

function rememberTitles(read: Read): Titles {
  const known = new Map<string, Set<string> | null>()
  return (file) => {
    const found = known.get(file)
    if (found !== undefined) return found
    const source = read(file)
    const titles = source === null ? null : titlesOf(source)
    known.set(file, titles)
    return titles
  }
}

function faultsOfRow({ shownBy, isOpen, hasReason }: Row, titles: Titles): string[] {
  if (!isOpen && !hasReason && shownBy.length === 0) return ['has neither a test nor "open: reason"']
  return shownBy.flatMap(({ file, title }) => {
    if (title === '') return [`"${file}" names no test: path › title`]
    const found = titles(file)
    if (found === null) return [`there is no file ${file}`]
    return found.has(title) ? [] : [`${file} has no test "${title}"`]
  })
}
