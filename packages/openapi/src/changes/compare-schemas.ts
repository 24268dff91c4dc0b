import type { JsonSchema } from '../json-schemas.ts'

/** Direction of a schema: accepted schemas may only widen, sent schemas may only gain. */
type Use = 'accepted' | 'sent' | 'both'

/** The released version of something, and the current one. */
export interface Versions<T> {
  before: T
  after: T
}

/** Follows the references in the documents of both versions. */
export type Resolvers = Versions<(schema: JsonSchema) => JsonSchema>

interface Comparison {
  use: Use
  resolve: Resolvers
}

/** Follows references, and a union of one variant to that variant. */
export function resolver(document: object): (schema: JsonSchema) => JsonSchema {
  return function resolve(schema): JsonSchema {
    if (schema.$ref) {
      const keys = schema.$ref.replace('#/', '').split('/')
      const found = keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
      return resolve(found as JsonSchema) // our own documents refer to schemas only
    }
    const [only, ...others] = schema.oneOf ?? []
    return only && others.length === 0 ? resolve(only) : schema
  }
}

/** Lists the breaking changes of a schema, one sentence each, which begins with `where`. A new schema breaks nothing. */
export function schemaChanges(
  where: string,
  { before, after }: Versions<JsonSchema | undefined>,
  comparison: Comparison,
): string[] {
  if (!before) return []
  if (!after) return [`${where}: removed`]
  const { resolve, use } = comparison
  const schemas = { before: resolve.before(before), after: resolve.after(after) }
  if (schemas.before.oneOf || schemas.after.oneOf) return variantChanges(where, schemas, comparison)
  const items = { before: schemas.before.items, after: schemas.after.items }
  return [
    ...typeChanges(where, schemas, use),
    ...propertyChanges(where, schemas, comparison),
    ...schemaChanges(`${where}[]`, items, comparison),
  ]
}

/** The variants of a union, by the value of `type` or `kind` that distinguishes them. */
function variantsOf({ oneOf }: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema) {
  if (!oneOf) return null
  return new Map(
    oneOf.map((variant) => {
      const schema = resolve(variant)
      return [String(schema.properties?.type?.const ?? schema.properties?.kind?.const), schema]
    }),
  )
}

/** A new variant is growth. A single shape that becomes a union is compared with each of its variants. */
function variantChanges(where: string, schemas: Versions<JsonSchema>, comparison: Comparison): string[] {
  const { resolve } = comparison
  const before = variantsOf(schemas.before, resolve.before)
  const after = variantsOf(schemas.after, resolve.after)
  if (!after) return [`${where}: the union is gone`]
  if (before) {
    return [...before].flatMap(([name, variant]) =>
      schemaChanges(`${where} ${name}`, { before: variant, after: after.get(name) }, comparison),
    )
  }
  return [...after].flatMap(([name, variant]) =>
    schemaChanges(`${where} ${name}`, { before: schemas.before, after: variant }, comparison),
  )
}

function typeChanges(where: string, { before: old, after: next }: Versions<JsonSchema>, use: Use): string[] {
  const changes: string[] = []
  const [before, after] = [typesOf(old), typesOf(next)]
  const lost = before.filter((type) => !after.includes(type))
  const gained = after.filter((type) => !before.includes(type))
  if (use !== 'sent' && lost.length > 0) changes.push(`${where}: ${lost.join(', ')} is no longer accepted`)
  if (use !== 'accepted' && gained.length > 0) changes.push(`${where}: may be ${gained.join(', ')} now`)
  const [values, now] = [old.enum, next.enum]
  if (use !== 'sent' && now) {
    const refused = values?.filter((value) => !now.includes(value))
    if (!refused) changes.push(`${where}: only some values are accepted now`)
    else if (refused.length > 0) changes.push(`${where}: ${refused.join(', ')} is no longer accepted`)
  }
  if (use !== 'sent') {
    for (const [bound, isTighter] of BOUNDS) {
      const [was, is] = [old[bound], next[bound]]
      if (is !== undefined && (was === undefined || isTighter(is, was))) changes.push(`${where}: ${bound} is ${is} now`)
    }
  }
  return changes
}

const rises = (is: number, was: number) => is > was
const falls = (is: number, was: number) => is < was
const BOUNDS = [
  ['minimum', rises],
  ['exclusiveMinimum', rises],
  ['minLength', rises],
  ['maximum', falls],
  ['maxLength', falls],
] as const

/** The JSON types a schema allows, of `type` and of alternatives such as "text or null". */
function typesOf({ type, anyOf }: JsonSchema): string[] {
  return [...[type ?? []].flat(), ...(anyOf ?? []).flatMap(typesOf)]
}

function propertyChanges(
  where: string,
  { before: old, after: next }: Versions<JsonSchema>,
  comparison: Comparison,
): string[] {
  if (!old.properties) return []
  const { use } = comparison
  const properties = next.properties ?? {}
  const changed = Object.entries(old.properties).flatMap(([name, schema]) => {
    const after = properties[name]
    if (!after) return [`${where}.${name}: removed`]
    const isOptionalNow = use !== 'accepted' && old.required?.includes(name) && !next.required?.includes(name)
    return [
      ...(isOptionalNow ? [`${where}.${name}: may be missing now`] : []),
      ...schemaChanges(`${where}.${name}`, { before: schema, after }, comparison),
    ]
  })
  const required = use === 'sent' ? [] : (next.required ?? []).filter((name) => !old.required?.includes(name))
  return [...changed, ...required.map((name) => `${where}.${name}: required now`)]
}
