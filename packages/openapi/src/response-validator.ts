import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { published } from './changes/published.ts'
import type { Reference, ResponseObject } from './document.ts'

export interface ReceivedResponse {
  method: string
  /** The requested path: `/api/users/7`. */
  path: string
  status: number
  headers: Headers
  body?: unknown
}

// openapi.json itself is no JSON Schema; a test validates the document
const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
ajv.addSchema(published, 'openapi')

/**
 * Describes the first difference between a response and the API reference: status, content type, missing header or field.
 * Null if there is none, and for an endpoint that the reference does not list.
 */
export function findMismatch(received: ReceivedResponse): string | null {
  const { method, status, headers, body } = received
  const operation = operationOf(method, received.path)
  if (!operation) return null

  const call = `${method} ${operation.path} returned ${status}`
  const declared = operation.responses[status]
  if (!declared) return `${call}: no such status in docs/openapi.json`

  const pointer =
    '$ref' in declared
      ? declared.$ref
      : `#/paths/${escaped(operation.path)}/${method.toLowerCase()}/responses/${status}`
  const { headers: named = {}, content = {} } = resolve(declared)
  const missing = Object.entries(named).find(([name, header]) => isRequired(header) && !headers.has(name))
  if (missing) return `${call} without the header ${missing[0]} of docs/openapi.json`

  const type = headers.get('content-type')?.split(';')[0]
  const types = Object.keys(content)
  if (type ? !types.includes(type) : types.length > 0)
    return `${call} with ${type ?? 'no content'}, not with ${types.join(' or ') || 'none'} as in docs/openapi.json`
  if (!type || !content[type]?.schema) return null

  const validate = ajv.getSchema(`openapi${pointer}/content/${escaped(type)}/schema`)
  if (!validate) throw new Error(`no schema at ${pointer}`)
  return validate(body) ? null : `${call} with ${describeError(validate.errors?.[0])}, unlike docs/openapi.json`
}

function operationOf(method: string, path: string) {
  const isMatch = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const template = path in published.paths ? path : Object.keys(published.paths).find(isMatch) // literal before pattern
  const operation = template && published.paths[template]?.[method.toLowerCase()]
  return operation ? { path: template, responses: operation.responses } : null
}

function resolve(response: ResponseObject | Reference): ResponseObject {
  if (!('$ref' in response)) return response
  const found = published.components.responses[nameIn(response)]
  if (!found) throw new Error(`unresolved reference ${response.$ref}`)
  return found
}

function isRequired(header: Reference): boolean {
  return published.components.headers[nameIn(header)]?.required === true
}

function nameIn({ $ref }: Reference): string {
  return $ref.split('/').at(-1) ?? ''
}

function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

function describeError(error: ErrorObject | undefined): string {
  const where = error?.instancePath || 'the body'
  const extra: unknown = error?.params.additionalProperty
  return extra === undefined ? `${where} that ${error?.message}` : `an undeclared field "${extra}" in ${where}`
}
