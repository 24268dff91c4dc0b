import type { Document } from 'bson'
import { badValue, CommandError, notSupported } from '../errors.ts'
import { hasOperators } from '../query/conditions.ts'
import { createMatcher } from '../query/matcher.ts'
import { encodeValue, isObject } from '../storage/key-encoding.ts'
import { sortBytes } from '../storage/sort-bytes.ts'
import { holderOf, setField, valueAt } from './update-path.ts'

type Operator = (document: Document, path: string[], operand: unknown) => void

/** Update operators as in MongoDB; mingo's accept updates that MongoDB rejects, and reject others that it accepts. */
export const updateOperators: Record<string, Operator> = {
  $set: write,
  $setOnInsert: write, // skipped by the caller unless it inserts
  $unset: remove,
  $inc: (document, path, operand) =>
    change(document, path, (old) => numeric('$inc', path, old ?? 0) + numeric('$inc', path, operand)),
  $mul: (document, path, operand) =>
    change(document, path, (old) => numeric('$mul', path, old ?? 0) * numeric('$mul', path, operand)),
  $max: (document, path, operand) =>
    change(document, path, (old) => (old === undefined || isLess(old, operand) ? operand : old)),
  $min: (document, path, operand) =>
    change(document, path, (old) => (old === undefined || isLess(operand, old) ? operand : old)),
  $push: (document, path, operand) => change(document, path, (old) => pushInto(arrayAt(path, old), operand)),
  $addToSet: (document, path, operand) => change(document, path, (old) => unionOf(arrayAt(path, old), operand)),
  $pull: (document, path, operand) => removeElements(document, path, pullTest(operand)),
  $pullAll: (document, path, operand) => removeElements(document, path, pullTest({ $in: operand })),
  $pop: (document, path, operand) => {
    const array = valueAt(document, path)
    if (array !== undefined)
      write(document, path, operand === -1 ? arrayAt(path, array).slice(1) : arrayAt(path, array).slice(0, -1))
  },
  $rename: (document, path, operand) => {
    const value = valueAt(document, path)
    if (value === undefined) return
    remove(document, path)
    write(document, String(operand).split('.'), value)
  },
  $currentDate: (document, path, operand) => {
    if (isObject(operand) && operand.$type !== 'date') throw notSupported('$currentDate with a timestamp')
    write(document, path, new Date())
  },
}

function write(document: Document, path: string[], value: unknown): void {
  const holder = holderOf(document, path, true)
  if (holder) setField(holder, path.at(-1) ?? '', value)
}

function remove(document: Document, path: string[]): void {
  const holder = holderOf(document, path, false)
  const field = path.at(-1) ?? ''
  if (Array.isArray(holder)) {
    if (Number(field) < holder.length) setField(holder, field, null) // the other elements keep their positions
  } else if (holder) delete holder[field]
}

function change(document: Document, path: string[], compute: (old: unknown) => unknown): void {
  write(document, path, compute(valueAt(document, path)))
}

function removeElements(document: Document, path: string[], isPulled: (element: unknown) => boolean): void {
  const array = valueAt(document, path)
  if (array !== undefined)
    write(
      document,
      path,
      arrayAt(path, array).filter((element) => !isPulled(element)),
    )
}

function numeric(operator: string, path: string[], value: unknown): number {
  if (typeof value === 'number') return value
  throw new CommandError(
    14,
    'TypeMismatch',
    `Cannot apply ${operator} to a value of non-numeric type: field '${path.join('.')}'`,
  )
}

function arrayAt(path: string[], value: unknown): unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value))
    throw badValue(`The field '${path.join('.')}' must be an array but is of type ${typeof value}`)
  return value
}

function pushInto(array: unknown[], operand: unknown): unknown[] {
  if (!isObject(operand) || !('$each' in operand)) return [...array, operand]
  const { $each, $position = array.length, $slice, $sort, ...others } = operand
  const [unknown] = Object.keys(others)
  if (unknown) throw badValue(`Unrecognized clause in $push: ${unknown}`)

  const all = array.toSpliced($position, 0, ...$each)
  if ($sort) {
    const spec = isObject($sort) ? $sort : { element: $sort }
    const keyed = all.map((element) => ({ element, key: sortBytes(isObject($sort) ? element : { element }, spec) }))
    all.splice(0, all.length, ...keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ element }) => element))
  }
  if ($slice === undefined) return all
  return $slice < 0 ? all.slice($slice) : all.slice(0, $slice)
}

function unionOf(array: unknown[], operand: unknown): unknown[] {
  const set = [...array]
  const added: unknown[] = isObject(operand) && Array.isArray(operand.$each) ? operand.$each : [operand]
  for (const value of added) if (!set.some((member) => isEqual(member, value))) set.push(value)
  return set
}

/** Accepts a condition on the element, a condition on its fields, or a value. */
function pullTest(operand: unknown): (element: unknown) => boolean {
  if (hasOperators(operand)) {
    const matches = createMatcher({ element: operand })
    return (element) => matches({ element })
  }
  if (!isObject(operand)) return (element) => isEqual(element, operand)
  const matches = createMatcher(operand)
  return (element) => isObject(element) && matches(element)
}

function isEqual(a: unknown, b: unknown): boolean {
  return encodeValue(a).equals(encodeValue(b))
}

function isLess(a: unknown, b: unknown): boolean {
  return Buffer.compare(encodeValue(a), encodeValue(b)) < 0
}
