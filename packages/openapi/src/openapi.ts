import type { AnyEndpoint, ResponseHeader } from '@zing/proto/endpoint'
import { LOCAL_COOKIE, SECURE_COOKIE } from '@zing/proto/headers'
import { PRODUCT_NAME } from '@zing/proto/product'
import type { z } from 'zod/mini'
import type { Service } from './contracts.ts'
import type { Content, Header, OpenApi, Operation, Parameter, ResponseObject } from './document.ts'
import { ERROR_RESPONSES, errorResponsesOf } from './error-responses.ts'
import { createJsonSchemas, type JsonSchemas } from './json-schemas.ts'
import type { Docs } from './references/read-docs.ts'

export interface Contracts {
  version: string
  services: Record<string, Service>
  shapes: Record<string, z.ZodMiniType>
  docs: Docs
}

const DESCRIPTION = `The API of the web client. Sign in with \`POST /api/login\`: its response sets the session cookie that
almost every other endpoint requires. Cross-site requests are rejected.

An error response is an \`ErrorBody\`; its \`message\` can be shown to users. Writes can be retried when a response was lost:
liking twice counts once, and messages with the same \`clientMessageId\` are stored once.

Events are pushed over a WebSocket: [socket.md](socket.md).`

const HEADERS: Record<ResponseHeader | 'Retry-After', Header> = {
  'Content-Range': { description: 'Of a 206: `bytes <first>-<last>/<size>`', schema: { type: 'string' } },
  ETag: { description: 'Identifies the bytes of this response', schema: { type: 'string' } },
  Link: { description: '`<path>; rel="next"`: the next page; absent on the last one', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'Set-Cookie': { description: 'Sets or clears the session cookie', schema: { type: 'string' } },
}

/** Builds the API reference from the contracts alone. */
export function createOpenApi({ version, services, shapes, docs }: Contracts): OpenApi {
  const schemas = createJsonSchemas(shapes, '#/components/schemas/', docs)
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: Object.entries(services).map(([name, { description }]) => ({ name, description })),
    paths: pathsOf(services, docs, schemas),
    components: {
      securitySchemes: {
        secureCookie: { type: 'apiKey', in: 'cookie', name: SECURE_COOKIE, description: 'Over TLS' },
        localCookie: { type: 'apiKey', in: 'cookie', name: LOCAL_COOKIE, description: 'Over plain HTTP on localhost' },
      },
      headers: HEADERS,
      responses: sharedResponses(),
      schemas: schemas.named,
    },
  }
}

function pathsOf(services: Record<string, Service>, docs: Docs, schemas: JsonSchemas): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {}
  for (const [tag, { endpoints }] of Object.entries(services)) {
    // the order of a module's exports depends on the loader
    const sorted = Object.entries(endpoints).toSorted(([, a], [, b]) => (sortKey(a) < sortKey(b) ? -1 : 1))
    for (const [operationId, endpoint] of sorted) {
      const { path, method } = endpoint
      const operation = {
        operationId,
        tags: [tag],
        ...summaryOf(docs.get(operationId)),
        ...shapeOf(operationId, endpoint, schemas),
      }
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
    }
  }
  return paths
}

function sortKey({ path, method }: AnyEndpoint): string {
  return `${path} ${method}`
}

function summaryOf(doc = ''): Pick<Operation, 'summary' | 'description'> {
  const [, first = '', rest = ''] = /^(.*?[.?])(?:\s+(.*))?$/.exec(doc) ?? []
  return { summary: first.replace(/\.$/, ''), ...(rest && { description: rest }) }
}

function shapeOf(name: string, endpoint: AnyEndpoint, schemas: JsonSchemas) {
  const { params, query, body, bodyMedia, fileMedia = [], access } = endpoint
  const parameters = [
    ...(params ? parametersOf('path', params, name, schemas) : []),
    ...(query ? parametersOf('query', query, name, schemas) : []),
  ]
  return {
    security: access === 'session' ? [{ secureCookie: [] }, { localCookie: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...((body || fileMedia.length > 0) && {
      requestBody: {
        required: !body?.safeParse(undefined).success,
        content: {
          ...(body && json(schemas.of(body, 'input', name), bodyMedia)),
          ...Object.fromEntries(fileMedia.map((type) => [type, {}])),
        },
      },
    }),
    responses: { ...successResponses(name, endpoint, schemas), ...errorResponseRefs(endpoint) },
  }
}

/** Describes parameters by the type that their text is parsed to. */
function parametersOf(place: Parameter['in'], schema: z.ZodMiniType, name: string, schemas: JsonSchemas): Parameter[] {
  const { properties = {}, required = [] } = schemas.of(schema, 'output', name)
  return Object.entries(properties).map(([key, { description, ...keywords }]) => ({
    name: key,
    in: place,
    required: required.includes(key),
    ...(description && { description }),
    schema: keywords,
  }))
}

function successResponses(name: string, endpoint: AnyEndpoint, schemas: JsonSchemas): Operation['responses'] {
  const { status, response, media, headers = [] } = endpoint
  const content = response
    ? json(schemas.of(response, 'output', name))
    : media && Object.fromEntries(media.map((type) => [type, {}]))
  const success = {
    description: content ? 'Success' : 'Success; no content',
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map(headerEntry)) }),
    ...(content && { content }),
  }
  const unchanged = { description: 'Not modified: If-None-Match holds the current ETag' }
  const part = { ...success, description: 'The bytes that the header Range names' }
  return {
    [status]: success,
    ...(headers.includes('Content-Range') && { 206: part }),
    ...(headers.includes('ETag') && { 304: unchanged }),
  }
}

function errorResponseRefs(endpoint: AnyEndpoint): Operation['responses'] {
  const entries = errorResponsesOf(endpoint).map((status) => [
    status,
    { $ref: `#/components/responses/${ERROR_RESPONSES[status].name}` },
  ])
  return Object.fromEntries(entries)
}

function sharedResponses(): Record<string, ResponseObject> {
  const entries = Object.values(ERROR_RESPONSES).map(
    ({ name, description, hasRetryAfter }): [string, ResponseObject] => [
      name,
      {
        description,
        ...(hasRetryAfter && { headers: Object.fromEntries([headerEntry('Retry-After')]) }),
        content: json({ $ref: '#/components/schemas/ErrorBody' }),
      },
    ],
  )
  return Object.fromEntries(entries)
}

function headerEntry(name: keyof typeof HEADERS) {
  return [name, { $ref: `#/components/headers/${name}` }] as const
}

function json(
  schema: NonNullable<Content[string]['schema']>,
  types: readonly string[] = ['application/json'],
): Content {
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}
