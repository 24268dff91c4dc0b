import { Validator } from '@seriousme/openapi-schema-validator'
import { endpoint } from '@zing/proto/endpoint'
import { endpointsOf } from '@zing/proto/routes'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { OpenApi, Operation } from './document.ts'
import type { JsonSchema } from './json-schemas.ts'
import { createOpenApi } from './openapi.ts'
import { createReferences } from './references/references.ts'

const text = createReferences()['openapi.json'] ?? ''
const reference: OpenApi = JSON.parse(text)
const operations = Object.values(reference.paths).flatMap((methods) => Object.values(methods))

test('the reference is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true }) // compiling its schema takes a while
})

test('the reference lists every endpoint of the route table and of the gateway, and nothing else', () => {
  const routes = Object.values(endpointsOf)
    .flat()
    .map(({ method, path }) => `${method} ${path}`)
  const documented = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const own = ['GET /api/community', 'GET /config.json', 'POST /csp-reports', 'GET /livez', 'GET /readyz']
  expect(documented.toSorted()).toEqual([...routes, ...own].toSorted())
})

test('every operation has a unique id and a summary of one sentence', () => {
  expect(operations.filter(({ summary }) => !summary)).toEqual([])
  expect(operations.filter(({ summary }) => summary.length > 120)).toEqual([])
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

test('every $ref resolves, and every named component is used', () => {
  const used = new Set(
    [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  )
  const { securitySchemes: _, ...kinds } = reference.components
  const named = Object.entries(kinds).flatMap(([kind, parts]) => Object.keys(parts).map((name) => `${kind}/${name}`))
  expect([...used].toSorted()).toEqual(named.toSorted())
})

test('request schemas allow undeclared fields, response schemas do not', () => {
  const { paths, components } = reference
  expect(paths['/api/likes']?.post?.requestBody?.content['application/json']?.schema).not.toHaveProperty(
    'additionalProperties',
  )
  const isClosed = ({ additionalProperties, $ref, oneOf }: JsonSchema): boolean =>
    additionalProperties === false || $ref !== undefined || (oneOf?.every(isClosed) ?? false)
  expect(Object.entries(components.schemas).filter(([, schema]) => !isClosed(schema))).toEqual([])
})

describe('responses implied by a contract', () => {
  const body = z.object({ id: z.int() })
  test.each([
    [
      'a public GET',
      endpoint({ method: 'GET', path: '/api/x', access: 'public', response: body }),
      [200, 400, 429, 503],
    ],
    [
      'a GET with a session',
      endpoint({ method: 'GET', path: '/api/x', response: body }),
      [200, 400, 401, 403, 429, 503],
    ],
    [
      'a GET for pending accounts',
      endpoint({ method: 'GET', path: '/api/x', response: body, isForPending: true }),
      [200, 400, 401, 429, 503],
    ],
    ['a write without a body', endpoint({ method: 'DELETE', path: '/api/x' }), [204, 400, 401, 403, 429, 503]],
    [
      'a write with a body',
      endpoint({ method: 'POST', path: '/api/x', body }),
      [204, 400, 401, 403, 413, 415, 429, 503],
    ],
    [
      'an error response of its own',
      endpoint({ method: 'GET', path: '/api/x', errorResponses: [404] }),
      [204, 400, 401, 403, 404, 429, 503],
    ],
    ['an endpoint of the gateway itself', endpoint({ method: 'GET', path: '/x', response: body }), [200]],
    [
      'a response with an ETag',
      endpoint({ method: 'GET', path: '/x', status: 200, media: ['image/jpeg'], headers: ['ETag'] }),
      [200, 304],
    ],
  ])('%s', (_case, contract, statuses) => {
    expect(Object.keys(operationOf(contract).responses).map(Number)).toEqual(statuses)
  })

  test('only public endpoints require no session', () => {
    expect(operationOf(endpoint({ method: 'GET', path: '/api/x', access: 'public' })).security).toEqual([])
    expect(operationOf(endpoint({ method: 'GET', path: '/api/x' })).security).toHaveLength(2)
  })

  function operationOf(contract: Parameters<typeof documentOf>[0]): Operation | never {
    const [methods = {}] = Object.values(documentOf(contract).paths)
    const [operation] = Object.values(methods)
    if (!operation) throw new Error('no operation')
    return operation
  }

  function documentOf(contract: (typeof endpointsOf)['auth'][number]): OpenApi {
    const services = { test: { description: '', endpoints: { call: contract } } }
    return createOpenApi({ version: '1', services, shapes: {}, docs: new Map() })
  }
})

test('a parameter is described by the type of its parsed value, with the limits of the product', () => {
  const parameters = reference.paths['/api/messages/{id}']?.get?.parameters
  expect(parameters).toContainEqual({
    name: 'id',
    in: 'path',
    required: true,
    schema: { type: 'integer', exclusiveMinimum: 0 },
  })
  expect(parameters).toContainEqual({
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  })
  const photo = reference.paths['/api/photos']?.post?.requestBody?.content ?? {}
  expect(Object.keys(photo)).toEqual(['application/json', 'image/jpeg', 'image/png', 'image/webp'])
  const registration = reference.paths['/api/register']?.post?.requestBody?.content['application/json']?.schema
  expect(registration?.properties?.name).toEqual({ type: 'string', minLength: 2, maxLength: 50 })
})
