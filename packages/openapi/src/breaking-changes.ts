import type { OpenApi, Operation } from './document.ts'
import type { JsonSchema } from './json-schemas.ts'
import type { NatsReference } from './nats-reference.ts'
import type { FrameSchemas } from './socket-reference.ts'

/** The three published contracts: docs/openapi.json, docs/frames.json and docs/events.json. */
export interface Contracts {
  openApi: Pick<OpenApi, 'paths' | 'components'>
  frames: Pick<FrameSchemas, '$defs'>
  nats: Pick<NatsReference, 'events' | 'rpc' | 'broadcasts' | '$defs'>
}

/** How a schema may change: what others send us may only be accepted more widely, what we send may only gain. */
type Use = 'accepted' | 'sent' | 'both'

/**
 * The changes from `released` to `current` that break a client, or a process of the other version during a rolling update;
 * one sentence each. Processes of both versions run at the same time, so messages between them must fit in both directions.
 */
export function breakingChanges(released: Contracts, current: Contracts): string[] {
  return [...httpChanges(released, current), ...frameChanges(released, current), ...natsChanges(released, current)]
}

function httpChanges(released: Contracts, current: Contracts): string[] {
  const resolve = { before: resolver(released.openApi), after: resolver(current.openApi) }
  return Object.entries(released.openApi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, before]) => {
      const name = `${method.toUpperCase()} ${path}`
      const after = current.openApi.paths[path]?.[method]
      return after ? operationChanges(name, before, after, resolve) : [`${name}: removed`]
    }),
  )
}

function operationChanges(name: string, before: Operation, after: Operation, resolve: Resolvers): string[] {
  const parameters = (after.parameters ?? [])
    .filter((parameter) => parameter.required && !before.parameters?.some((known) => known.name === parameter.name))
    .map((parameter) => `${name}: parameter ${parameter.name} is required now`)
  const removed = (before.parameters ?? [])
    .filter((known) => !after.parameters?.some((parameter) => parameter.name === known.name))
    .map((known) => `${name}: parameter ${known.name} is gone`)
  const [bodyBefore, bodyAfter] = [before, after].map((one) => schemaOf(one.requestBody))
  const body =
    !bodyBefore && bodyAfter
      ? [`${name}: a body is required now`]
      : schemaChanges(`${name} body`, bodyBefore, bodyAfter, 'accepted', resolve)
  const success = Object.entries(before.responses).filter(([status]) => status.startsWith('2'))
  const responses = success.flatMap(([status, response]) => {
    const next = after.responses[status]
    if (!next) return [`${name}: no response ${status} any more`]
    return schemaChanges(`${name} ${status}`, schemaOf(response), schemaOf(next), 'sent', resolve)
  })
  return [...parameters, ...removed, ...body, ...responses]
}

function schemaOf(holder: object | undefined): JsonSchema | undefined {
  if (!holder || !('content' in holder)) return undefined
  const content = holder.content as Record<string, { schema?: JsonSchema }> | undefined // of a body or a response
  return Object.values(content ?? {})[0]?.schema
}

function frameChanges(released: Contracts, current: Contracts): string[] {
  const resolve = { before: resolver(released.frames), after: resolver(current.frames) }
  const of = ({ frames }: Contracts) => frames.$defs
  return [
    ...schemaChanges('client frame', of(released).ClientFrame, of(current).ClientFrame, 'accepted', resolve),
    ...schemaChanges('server frame', of(released).ServerFrame, of(current).ServerFrame, 'both', resolve),
  ]
}

function natsChanges(released: Contracts, current: Contracts): string[] {
  const resolve = { before: resolver(released.nats), after: resolver(current.nats) }
  const kinds = [
    ['events', ['payload']],
    ['rpc', ['input', 'result']],
    ['broadcasts', ['payload']],
  ] as const
  return kinds.flatMap(([kind, parts]) =>
    Object.entries(released.nats[kind]).flatMap(([subject, before]) => {
      const after = current.nats[kind][subject]
      if (!after) return [`${subject}: removed`]
      return parts.flatMap((part) =>
        schemaChanges(`${subject} ${part}`, partOf(before, part), partOf(after, part), 'both', resolve),
      )
    }),
  )
}

function partOf(contract: object, part: string): JsonSchema | undefined {
  return (contract as Record<string, JsonSchema>)[part] // `part` is one of the fields that its kind has
}

interface Resolvers {
  before: (schema: JsonSchema) => JsonSchema
  after: (schema: JsonSchema) => JsonSchema
}

/** Follows references, and a union of one variant to that variant. */
function resolver(document: object): (schema: JsonSchema) => JsonSchema {
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

function schemaChanges(
  where: string,
  before: JsonSchema | undefined,
  after: JsonSchema | undefined,
  use: Use,
  resolve: Resolvers,
): string[] {
  if (!before) return []
  if (!after) return [`${where}: removed`]
  const [old, next] = [resolve.before(before), resolve.after(after)]
  const variants = [variantsOf(old, resolve.before), variantsOf(next, resolve.after)] as const
  if (variants[0] || variants[1]) return variantChanges(where, old, next, use, resolve)
  return [
    ...typeChanges(where, old, next, use),
    ...propertyChanges(where, old, next, use, resolve),
    ...(old.items ? schemaChanges(`${where}[]`, old.items, next.items, use, resolve) : []),
  ]
}

/** The variants of a union that is told apart by `type` or `kind`, by that value. */
function variantsOf({ oneOf }: JsonSchema, resolve: (schema: JsonSchema) => JsonSchema) {
  if (!oneOf) return null
  return new Map(
    oneOf.map((variant) => {
      const schema = resolve(variant)
      return [String(schema.properties?.type?.const ?? schema.properties?.kind?.const), schema]
    }),
  )
}

/** A variant that is new is growth; a single shape that becomes a union is compared with each of its variants. */
function variantChanges(where: string, old: JsonSchema, next: JsonSchema, use: Use, resolve: Resolvers): string[] {
  const [before, after] = [variantsOf(old, resolve.before), variantsOf(next, resolve.after)]
  if (before && after) {
    return [...before].flatMap(([name, variant]) =>
      schemaChanges(`${where} ${name}`, variant, after.get(name), use, resolve),
    )
  }
  if (after)
    return [...after].flatMap(([name, variant]) => schemaChanges(`${where} ${name}`, old, variant, use, resolve))
  return [`${where}: the union is gone`]
}

function typeChanges(where: string, old: JsonSchema, next: JsonSchema, use: Use): string[] {
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

function propertyChanges(where: string, old: JsonSchema, next: JsonSchema, use: Use, resolve: Resolvers): string[] {
  if (!old.properties) return []
  const properties = next.properties ?? {}
  const changed = Object.entries(old.properties).flatMap(([name, schema]) => {
    const after = properties[name]
    if (!after) return [`${where}.${name}: removed`]
    const isOptionalNow = use !== 'accepted' && old.required?.includes(name) && !next.required?.includes(name)
    return [
      ...(isOptionalNow ? [`${where}.${name}: may be missing now`] : []),
      ...schemaChanges(`${where}.${name}`, schema, after, use, resolve),
    ]
  })
  const required = use === 'sent' ? [] : (next.required ?? []).filter((name) => !old.required?.includes(name))
  return [...changed, ...required.map((name) => `${where}.${name}: required now`)]
}
