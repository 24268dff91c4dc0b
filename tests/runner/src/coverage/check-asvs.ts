import type { TestFiles } from './check-requirements.ts'
import { titlesOf } from './test-titles.ts'

const LINE_BREAK = '<br>'
const SEPARATOR = ' › '
const REASON = 'reason:'

/** Lists the faults of the tables "Row | What it says | Shown by": repeated ids, and rows without existing test or reason. */
export function faultsOfAsvs(markdown: string, files: TestFiles): string[] {
  const rows = rowsOf(markdown)
  const ids = rows.map(({ id }) => id)
  return [
    ...(rows.length === 0 ? ['there are no rows'] : []),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id}: there is another row of this id`),
    ...rows.flatMap(({ id, shownBy }) => faultsOfCell(shownBy, files).map((fault) => `${id}: ${fault}`)),
  ]
}

function rowsOf(markdown: string): { id: string; shownBy: string }[] {
  return markdown.split('\n').flatMap((line) => {
    const [id, , shownBy = '', ...more] = cellsOf(line)
    if (id === undefined || /^(Row|:?-+:?)$/.test(id)) return []
    return [{ id, shownBy: more.length > 0 ? '' : shownBy }] // extra cells invalidate the row
  })
}

/** Splits a table row; `\|` is a bar inside a cell. */
function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return []
  const cells = line.trim().split(/(?<!\\)\|/)
  return cells.slice(1, -1).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function faultsOfCell(shownBy: string, files: TestFiles): string[] {
  if (shownBy === '' || shownBy === REASON) return ['has neither a test nor "reason: …"']
  if (shownBy.startsWith(REASON)) return []
  return shownBy.split(LINE_BREAK).flatMap((one) => {
    const [file = '', ...rest] = one.trim().split(SEPARATOR)
    const title = rest.join(SEPARATOR)
    if (title === '') return [`"${file}" names no test: path › title`]
    const source = files.get(file)
    if (source === undefined) return [`there is no file ${file}`]
    return titlesOf(source).some(({ words }) => words === title) ? [] : [`${file} has no test "${title}"`]
  })
}
