import type { OpenApi, Operation } from '../document.ts'
import type { FrameSchemas } from '../frame-schemas.ts'
import type { JsonSchema } from '../json-schemas.ts'
import type { NatsReference } from '../references/nats-reference.ts'
import { type Resolvers, resolver, schemaChanges, type Versions } from './compare-schemas.ts'

/** The three published contracts: docs/openapi.json, docs/frames.json and docs/events.json. */
export interface Contracts {
  openApi: Pick<OpenApi, 'paths' | 'components'>
  frames: Pick<FrameSchemas, '$defs'>
  nats: Pick<NatsReference, 'events' | 'rpc' | 'broadcasts' | 'work' | '$defs'>
}

/**
 * Lists the changes from `released` to `current` that break a client or a process of the other version. Each is one
 * sentence. Processes of both versions run together during a rolling update, so that messages must fit in both directions.
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
      return after ? operationChanges(name, { before, after }, resolve) : [`${name}: removed`]
    }),
  )
}

function operationChanges(name: string, { before, after }: Versions<Operation>, resolve: Resolvers): string[] {
  const parameters = (after.parameters ?? [])
    .filter((parameter) => parameter.required && !before.parameters?.some((known) => known.name === parameter.name))
    .map((parameter) => `${name}: parameter ${parameter.name} is required now`)
  const removed = (before.parameters ?? [])
    .filter((known) => !after.parameters?.some((parameter) => parameter.name === known.name))
    .map((known) => `${name}: parameter ${known.name} is gone`)
  const [bodyBefore, bodyAfter] = [before, after].map((one) => schemaOf(one.requestBody))
  const body =
    !bodyBefore && bodyAfter && after.requestBody?.required
      ? [`${name}: a body is required now`]
      : schemaChanges(`${name} body`, { before: bodyBefore, after: bodyAfter }, { use: 'accepted', resolve })
  const success = Object.entries(before.responses).filter(([status]) => status.startsWith('2'))
  const responses = success.flatMap(([status, response]) => {
    const next = after.responses[status]
    if (!next) return [`${name}: no response ${status} any more`]
    const schemas = { before: schemaOf(response), after: schemaOf(next) }
    return schemaChanges(`${name} ${status}`, schemas, { use: 'sent', resolve })
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
  const [before, after] = [released.frames.$defs, current.frames.$defs]
  const client = { before: before.ClientFrame, after: after.ClientFrame }
  const server = { before: before.ServerFrame, after: after.ServerFrame }
  return [
    ...schemaChanges('client frame', client, { use: 'accepted', resolve }),
    ...schemaChanges('server frame', server, { use: 'both', resolve }),
  ]
}

function natsChanges(released: Contracts, current: Contracts): string[] {
  const resolve = { before: resolver(released.nats), after: resolver(current.nats) }
  const kinds = [
    ['events', ['payload']],
    ['rpc', ['input', 'result']],
    ['broadcasts', ['payload']],
    ['work', ['payload']], // it may wait for a day, so that a process of the next version does it
  ] as const
  return kinds.flatMap(([kind, parts]) =>
    Object.entries(released.nats[kind]).flatMap(([subject, before]) => {
      const after = current.nats[kind][subject]
      if (!after) return [`${subject}: removed`]
      return parts.flatMap((part) => {
        const schemas = { before: partOf(before, part), after: partOf(after, part) }
        return schemaChanges(`${subject} ${part}`, schemas, { use: 'both', resolve })
      })
    }),
  )
}

function partOf(contract: object, part: string): JsonSchema | undefined {
  return (contract as Record<string, JsonSchema>)[part] // `part` is one of the fields that its kind has
}
