import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { formatSummary, type Report } from './report.ts'

const RESULTS = path.join(ROOT, 'docs/faults/results.json')
const DOCUMENT = path.join(ROOT, 'docs/reliability.md')
const BEGIN = '<!-- Written by `npm run faults -- --publish` -->'
const END = '<!-- End -->'

/** Writes the report as JSON to docs/faults, and its summary to docs/reliability.md. */
export async function publish(report: Report): Promise<void> {
  await mkdir(path.dirname(RESULTS), { recursive: true })
  await writeFile(RESULTS, `${JSON.stringify(report, null, 2)}\n`)
  await writeFile(DOCUMENT, withSummary(await readFile(DOCUMENT, 'utf8'), formatSummary(report)))
}

/** Replaces the text between the two marks. Throws if one is missing. */
export function withSummary(document: string, summary: string): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)]
  if (begin < 0 || end < begin) throw new Error(`docs/reliability.md lacks ${BEGIN} or ${END}`)
  return `${document.slice(0, begin + BEGIN.length)}\n\n${summary}\n\n${document.slice(end)}`
}
