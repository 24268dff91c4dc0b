import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { titlesOf } from './coverage/test-titles.ts'

// `npm run prose` checks the English of documents, comments and test titles.

const CODE = /\.(ts|tsx|mjs)$/
const APART = /^docs\/(contracts\/|specification\.md)|prose\.ts$/
const OPENINGS = /^(Of|As|What|How|For|In|By|Without|Where)\b/
const PHRASES = /\b(of before|those of|that of|one that|with which|so long)\b/i
const GENERATED = /<!-- (?:Written by|table:)[\s\S]*?<!-- [Ee]nd.*?-->|^```[\s\S]*?^```/gm
const DOC_COMMENT = /(?<=\s|^)\/\*\*\s([\s\S]*?)\*\//g
const LINE_COMMENTS = /(?:(?<=\s|^)\/\/ .*\n\s*)*(?<=\s|^)\/\/ .*/g
const BETWEEN = /(?<=[.!?][*")]*)\s+|\n\s*\n|\n(?=\s*(?:[-*#>|]|\d+\.) ?)|\||<br>/
const WORDS = { comment: 20, document: 25 }

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
const isChecked = (file: string) => !APART.test(file) && (CODE.test(file) || file.endsWith('.md'))
const files = listed.split('\n').filter((file) => isChecked(file) && existsSync(file))

const faults = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  const found = CODE.test(file) ? faultsOfCode(text) : faultsOfText(text.replace(GENERATED, ''), WORDS.document)
  return found.map((fault) => `${file}: ${fault}`)
})
for (const fault of faults) console.log(fault)
console.log(`prose: ${files.length} files, ${faults.length} places break a rule`)
process.exitCode = faults.length > 0 ? 1 : 0

function faultsOfCode(code: string): string[] {
  const docs = matches(DOC_COMMENT, code).map((comment) => comment.replace(/^\s*\* ?/gm, '').trim())
  const lines = matches(LINE_COMMENTS, code).map((comment) => comment.replace(/^\s*\/\/ /gm, ''))
  const titles = titlesOf(code)
    .map(({ words }) => words)
    .filter((title) => title.length > 90)
  return [
    ...docs.filter((comment) => OPENINGS.test(comment)).map((comment) => `begins with "${comment.slice(0, 40)}"`),
    ...[...docs, ...lines].flatMap((comment) => faultsOfText(comment, WORDS.comment)),
    ...titles.map((title) => `a title has ${title.length} characters: ${title}`),
  ]
}

function faultsOfText(text: string, words: number): string[] {
  return sentencesOf(text).flatMap((sentence) => {
    const phrase = PHRASES.exec(sentence)?.[0]
    const count = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    const long = count > words ? [`${count} words: ${sentence}`] : []
    return phrase ? [`"${phrase}" in: ${sentence}`, ...long] : long
  })
}

/** Splits a Markdown text into sentences. Items and table cells count as sentences, and code as one word. */
function sentencesOf(text: string): string[] {
  const plain = text.replace(/`[^`]*`/g, 'code').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
  return plain.split(BETWEEN).map((one) => one.trim().replace(/\s+/g, ' '))
}

/** The last group of each match, or the whole match. */
function matches(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map((match) => match.at(-1) ?? '')
}
