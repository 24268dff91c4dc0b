import type { Edit } from './mutant.ts'

/**
 * Applies an edit to a source text; null if the text lacks the place. Throws if it has several. Top-level declarations
 * must begin at the start of a line, and changed code must close its brackets.
 */
export function applyEdit(source: string, edit: Edit): string | null {
  const places = statementsOf(source, edit.in).flatMap(([from, to]) =>
    findIn(source.slice(from, to), edit).map(([start, end]) => [from + start, from + end] as const),
  )
  const [place, ...more] = places
  if (!place) return null
  if (more.length > 0) throw new Error(`${edit.in} has ${places.length} places for ${JSON.stringify(edit)}`)
  const [start, end] = place
  return source.slice(0, start) + replacementOf(source.slice(start, end), edit) + source.slice(end)
}

/** Top-level statements that declare the name, or begin with it. */
function statementsOf(source: string, name: string): [number, number][] {
  const begin = new RegExp(`^(?:export )?(?:async )?(?:function |const )?${name}\\b`, 'gm')
  return [...source.matchAll(begin)].map(({ index, 0: { length } }) => {
    const next = source.slice(index + length).search(/\n[^\s)}\]]/)
    return [index, next === -1 ? source.length : index + length + next]
  })
}

function findIn(code: string, edit: Edit): [number, number][] {
  if ('begins' in edit) return [...code.matchAll(/\{\n/g)].slice(0, 1).map(({ index }) => [index + 1, index + 1])
  if ('find' in edit)
    return [...code.matchAll(inAnySpace(edit.find))].map(({ index, 0: found }) => [index, index + found.length])
  if ('property' in edit) {
    const name = new RegExp(`(?<![\\w.'])${quoted(edit.property)}: `, 'g')
    return [...code.matchAll(name)].map(({ index, 0: found }) => [index, endOf(code, index + found.length, ',')])
  }
  const call = new RegExp(`(?:await )?(?<![\\w$])(?:[\\w]+\\.)*${quoted(edit.call)}\\(`, 'g')
  return [...code.matchAll(call)].map(({ index, 0: found }) => [index, endOf(code, index + found.length, null) + 1])
}

function replacementOf(code: string, edit: Edit): string {
  if ('begins' in edit) return `\n${edit.begins}`
  if ('find' in edit) return edit.replace
  return edit.by(code.replace(/^await /, '').replace(/,$/, ''))
}

/** Position of the bracket that closes the code around `from`, or behind a separator before it. */
function endOf(code: string, from: number, separator: string | null): number {
  let depth = 0
  for (let at = from; at < code.length; at++) {
    const character = code[at] ?? ''
    if (depth === 0 && character === separator) return at + 1
    if ('([{'.includes(character)) depth += 1
    if (')]}'.includes(character) && depth-- === 0) return at
  }
  throw new Error(`no end of ${code.slice(from, from + 40)}`)
}

/** Matches code whatever its line breaks and spaces. */
function inAnySpace(code: string): RegExp {
  return new RegExp(code.trim().split(/\s+/).map(quoted).join('\\s+'), 'g')
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
