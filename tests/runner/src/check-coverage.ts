export interface Row {
  id: string
  /** What shows that the product does it; empty for a row that is open. */
  shownBy: { file: string; title: string }[]
  isOpen: boolean
}

/** Gives the text of a file of the repository, or null if there is none. */
type Read = (file: string) => string | null
type Titles = (file: string) => Set<string> | null

const LINE_BREAK = '<br>'
const SEPARATOR = ' › '
const OPEN = 'open:'

/** The rows of every table "Row | What the specification says | Shown by" of a Markdown text. */
export function readRows(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line) => {
    const [id, , shownBy, ...more] = cellsOf(line)
    if (id === undefined || /^(Row|:?-+:?)$/.test(id)) return []
    return [readRow(id, more.length > 0 ? '' : (shownBy ?? ''))] // a row of another shape shows nothing
  })
}

/** A line of a table has a bar at both ends. A bar inside a cell is written `\|`. */
function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return []
  const cells = line.trim().split(/(?<!\\)\|/)
  return cells.slice(1, -1).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function readRow(id: string, shownBy: string): Row {
  if (shownBy.startsWith(OPEN)) return { id, shownBy: [], isOpen: shownBy !== OPEN }
  const tests = shownBy.split(LINE_BREAK).map((one) => one.trim())
  return {
    id,
    isOpen: false,
    shownBy: tests.filter(Boolean).map((one) => {
      const [file = '', ...title] = one.split(SEPARATOR)
      return { file, title: title.join(SEPARATOR) }
    }),
  }
}

// `test(`, `it(`, and the second call of `test.each([…])(`; a test that is skipped or still to be written shows nothing
const TITLE = /(?:(?<![\w.])(?:test|it)|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g

/** The titles of the tests of a file, as they stand in its source. */
export function titlesOf(source: string): Set<string> {
  return new Set(Array.from(source.matchAll(TITLE), ([, , title = '']) => title.replace(/\\(['"`])/g, '$1')))
}

/** What is wrong with the rows, in words; nothing if every row is open or names tests that are there. */
export function faultsOf(rows: Row[], read: Read): string[] {
  if (rows.length === 0) return ['there are no rows']
  const ids = rows.map(({ id }) => id)
  const repeated = ids.filter((id, index) => ids.indexOf(id) < index)
  const titles = rememberTitles(read)
  return [
    ...repeated.map((id) => `${id}: there is another row of this id`),
    ...rows.flatMap((row) => faultsOfRow(row, titles).map((fault) => `${row.id}: ${fault}`)),
  ]
}

/** Many rows name one file: it is read once. Null: there is no such file. */
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

function faultsOfRow({ shownBy, isOpen }: Row, titles: Titles): string[] {
  if (!isOpen && shownBy.length === 0) return ['has neither a test nor "open: reason"']
  return shownBy.flatMap(({ file, title }) => {
    if (title === '') return [`"${file}" names no test: path › title`]
    const found = titles(file)
    if (found === null) return [`there is no file ${file}`]
    return found.has(title) ? [] : [`${file} has no test "${title}"`]
  })
}
