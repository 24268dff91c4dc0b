import { type PublishedCall, published } from '@zing/openapi/changes/published'
import type { JsonSchema } from '@zing/openapi/json-schemas'

/** An id that no user has: other tests use the same product. */
const UNUSED_ID = 999_999_999

/** Hostile values of a path or query, as sent; some are no valid encoding. */
const TEXTS = [
  '0',
  '-1',
  '1e3',
  '0x10',
  'NaN',
  '9007199254740993',
  '99999999999999999999',
  '%00',
  '%ff',
  '%',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%F0%9F%92%A9',
  '%D9%A1', // an Arabic digit
  '$where',
  '__proto__',
  'constructor',
  '%7B%22$gt%22%3A%22%22%7D',
  "'%20OR%201=1--",
  '%0d%0aSet-Cookie:%20a=b',
  'a'.repeat(3_000),
]

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  'a\0b',
  '\ud800', // half of a surrogate pair
  '\u202eevil',
  '𝒳'.repeat(3_000),
  '$where',
  '{"$gt":""}',
  [],
  [[]],
  [null],
  Array(1_000).fill(1),
  {},
  { $gt: '' },
  { $where: 'sleep(1000)' },
  { length: 1e9 },
  { toString: 1 },
  nested(60),
]

/** Bodies as sent. `JSON.stringify` leaves out `__proto__`, so these are literals. */
const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1',
  '{}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  `{"a":${'['.repeat(5_000)}`,
  '\u0000',
]

interface HostileRequest {
  method: string
  /** Path and query. */
  path: string
  body?: string
}

/** The requests to one call, with one hostile part each: path, parameter, body, or value in the body. */
export function hostileRequests({ method, path, operation }: PublishedCall): HostileRequest[] {
  const parameters = operation.parameters ?? []
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const valid = inPath.reduce((text, name) => text.replace(`{${name}}`, `${UNUSED_ID}`), path)
  const schema = operation.requestBody?.content['application/json']?.schema
  const example = schema && JSON.stringify(exampleOf(schema))
  const withBody = (body?: string) => (method === 'GET' || body === undefined ? { method } : { method, body })

  return [
    ...inPath.flatMap((name) =>
      TEXTS.map((text) => {
        const hostile = path.replace(`{${name}}`, text)
        const rest = inPath.filter((other) => other !== name)
        return {
          ...withBody(example),
          path: rest.reduce((known, other) => known.replace(`{${other}}`, `${UNUSED_ID}`), hostile),
        }
      }),
    ),
    ...inQuery.flatMap((name) =>
      [...TEXTS.map((text) => `${name}=${text}`), `${name}=1&${name}=2`, `${name}[]=1`, `${name}[$gt]=1`].map(
        (query) => ({
          ...withBody(example),
          path: `${valid}?${query}`,
        }),
      ),
    ),
    ...(schema && method !== 'GET'
      ? [...BODIES, ...hostileBodies(schema)].map((body) => ({ method, path: valid, body }))
      : []),
  ]
}

function hostileBodies(schema: JsonSchema): string[] {
  const example = exampleOf(schema)
  if (typeof example !== 'object' || example === null) return []
  const places = placesIn(example)
  return places.flatMap((place) => VALUES.map((value) => JSON.stringify(replacedAt(example, place, value))))
}

/** The paths of all values inside a value. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[key], ...placesIn(inner).map((rest) => [key, ...rest])])
}

function replacedAt(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === key ? replacedAt(inner, rest, by) : inner))
  const record = value as Record<string, unknown> // placesIn has found the key in it
  return { ...record, [key]: replacedAt(record[key], rest, by) }
}

/** A value of the schema's type; it ignores patterns and formats. */
function exampleOf(schema: JsonSchema): unknown {
  if (schema.$ref) return exampleOf(named(schema.$ref))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [alternative] = schema.anyOf ?? schema.oneOf ?? []
  if (alternative) return exampleOf(alternative)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, exampleOf(inner)]))
  if (type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (type === 'integer' || type === 'number') return schema.maximum ?? UNUSED_ID
  if (type === 'boolean') return true
  return 'a'.repeat(Math.max(3, schema.minLength ?? 0))
}

function named(reference: string): JsonSchema {
  const schema = published.components.schemas[reference.split('/').at(-1) ?? '']
  if (!schema) throw new Error(`no schema ${reference}`)
  return schema
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: [nested(depth - 1)] }
}
