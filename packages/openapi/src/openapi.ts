import type { AnswerHeader, AnyEndpoint } from '@zing/proto/endpoint'
import { LOCAL_COOKIE, SECURE_COOKIE } from '@zing/proto/headers'
import { PRODUCT_NAME } from '@zing/proto/product'
import type { z } from 'zod/mini'
import type { Room } from './contracts.ts'
import type { Answer, Content, Header, OpenApi, Operation, Parameter } from './document.ts'
import { errorResponsesOf, REFUSALS } from './error-responses.ts'
import { createJsonSchemas, type JsonSchemas } from './json-schemas.ts'
import type { Docs } from './read-docs.ts'

export interface Contracts {
  version: string
  rooms: Record<string, Room>
  shapes: Record<string, z.ZodMiniType>
  docs: Docs
}

const DESCRIPTION = `What the web client can do, a program can do. Sign in with \`POST /api/login\`: the answer sets the session cookie that
almost every other call wants. What a page of another site makes a browser send is refused.

A refusal is an \`ErrorBody\`; its \`message\` is for people. After a lost answer a write may be repeated: a second like is no
second like, and a message with the same \`clientMessageId\` is the same message.

What happens meanwhile is pushed over a socket: [socket.md](socket.md).`

const HEADERS: Record<AnswerHeader | 'Retry-After', Header> = {
  ETag: { description: 'Of this photo in this size; it never changes', schema: { type: 'string' } },
  Link: { description: '`<path>; rel="next"`: the next page. Absent on the last one', schema: { type: 'string' } },
  'Retry-After': { description: 'In so many seconds', required: true, schema: { type: 'integer', minimum: 1 } },
  'Set-Cookie': { description: 'The session cookie, or its end', schema: { type: 'string' } },
}

/** The API reference, from the contracts alone. */
export function createOpenApi({ version, rooms, shapes, docs }: Contracts): OpenApi {
  const schemas = createJsonSchemas(shapes, '#/components/schemas/', docs)
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT_NAME, version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: Object.entries(rooms).map(([name, { description }]) => ({ name, description })),
    paths: pathsOf(rooms, docs, schemas),
    components: {
      securitySchemes: {
        secureCookie: { type: 'apiKey', in: 'cookie', name: SECURE_COOKIE, description: 'Over TLS' },
        localCookie: { type: 'apiKey', in: 'cookie', name: LOCAL_COOKIE, description: 'On plain HTTP on this machine' },
      },
      headers: HEADERS,
      responses: sharedResponses(),
      schemas: schemas.named,
    },
  }
}

function pathsOf(rooms: Record<string, Room>, docs: Docs, schemas: JsonSchemas): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {}
  for (const [tag, { endpoints }] of Object.entries(rooms)) {
    // a module's exports come in another order under every runner
    const inOrder = Object.entries(endpoints).toSorted(([, a], [, b]) => (placeOf(a) < placeOf(b) ? -1 : 1))
    for (const [operationId, endpoint] of inOrder) {
      const { path, method } = endpoint
      const operation = {
        operationId,
        tags: [tag],
        ...said(docs.get(operationId)),
        ...shapeOf(operationId, endpoint, schemas),
      }
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
    }
  }
  return paths
}

function placeOf({ path, method }: AnyEndpoint): string {
  return `${path} ${method}`
}

/** The first sentence, and the rest. */
function said(doc = ''): Pick<Operation, 'summary' | 'description'> {
  const [, first = '', rest = ''] = /^(.*?[.?])(?:\s+(.*))?$/.exec(doc) ?? []
  return { summary: first.replace(/\.$/, ''), ...(rest && { description: rest }) }
}

function shapeOf(name: string, endpoint: AnyEndpoint, schemas: JsonSchemas) {
  const { params, query, body, access } = endpoint
  const parameters = [
    ...(params ? parametersOf('path', params, name, schemas) : []),
    ...(query ? parametersOf('query', query, name, schemas) : []),
  ]
  return {
    security: access === 'session' ? [{ secureCookie: [] }, { localCookie: [] }] : [],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true as const, content: json(schemas.of(body, 'input', name)) } }),
    responses: { ...goodAnswers(name, endpoint, schemas), ...refusedAnswers(endpoint) },
  }
}

/** A parameter is text in any case: its schema says what the text means. */
function parametersOf(place: Parameter['in'], schema: z.ZodMiniType, name: string, schemas: JsonSchemas): Parameter[] {
  const { properties = {}, required = [] } = schemas.of(schema, 'output', name)
  return Object.entries(properties).map(([key, { description, ...meaning }]) => ({
    name: key,
    in: place,
    required: required.includes(key),
    ...(description && { description }),
    schema: meaning,
  }))
}

function goodAnswers(name: string, endpoint: AnyEndpoint, schemas: JsonSchemas): Operation['responses'] {
  const { status, response, media, headers = [] } = endpoint
  const content = response ? json(schemas.of(response, 'output', name)) : media && { [media]: {} }
  const good = {
    description: content ? 'Done' : 'Done; there is nothing to say',
    ...(headers.length > 0 && { headers: Object.fromEntries(headers.map(headerEntry)) }),
    ...(content && { content }),
  }
  const unchanged = { description: 'The caller has it already: If-None-Match had its ETag' }
  return { [status]: good, ...(headers.includes('ETag') && { 304: unchanged }) }
}

function refusedAnswers(endpoint: AnyEndpoint): Operation['responses'] {
  const entries = errorResponsesOf(endpoint).map((status) => [
    status,
    { $ref: `#/components/responses/${REFUSALS[status].name}` },
  ])
  return Object.fromEntries(entries)
}

function sharedResponses(): Record<string, Answer> {
  const entries = Object.values(REFUSALS).map(({ name, description, saysWhenToComeBack }): [string, Answer] => [
    name,
    {
      description,
      ...(saysWhenToComeBack && { headers: Object.fromEntries([headerEntry('Retry-After')]) }),
      content: json({ $ref: '#/components/schemas/ErrorBody' }),
    },
  ])
  return Object.fromEntries(entries)
}

function headerEntry(name: keyof typeof HEADERS) {
  return [name, { $ref: `#/components/headers/${name}` }] as const
}

function json(schema: NonNullable<Content[string]['schema']>): Content {
  return { 'application/json': { schema } }
}
