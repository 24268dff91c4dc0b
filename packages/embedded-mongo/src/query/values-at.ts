import { EMPTY_ARRAY, isObject } from '../storage/key-encoding.ts'

/** Returns the values at a dotted path, with one value per element of an array, as in MongoDB. */
export function valuesAt(document: unknown, path: string): Found {
  const found: Found = { values: [], isMultikey: false }
  collect(document, path.split('.'), found)
  return found
}

interface Found {
  values: unknown[]
  isMultikey: boolean
}

function collect(value: unknown, [field, ...rest]: string[], found: Found): void {
  if (!Array.isArray(value)) {
    if (field === undefined) found.values.push(value)
    else collect(isObject(value) ? value[field] : undefined, isObject(value) ? rest : [], found)
  } else if (field !== undefined && /^\d+$/.test(field)) {
    collect(value[Number(field)], rest, found)
  } else {
    found.isMultikey = true
    if (value.length === 0) found.values.push(field === undefined ? EMPTY_ARRAY : undefined)
    else if (field === undefined) found.values.push(...value)
    else for (const element of value) collect(isObject(element) ? element[field] : undefined, rest, found)
  }
}
