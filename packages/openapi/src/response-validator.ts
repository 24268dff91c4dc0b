import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Answer, Reference } from './document.ts'
import { published } from './published.ts'

/** An answer as it came. */
export interface Seen {
  method: string
  /** As it was called: `/api/users/7`. */
  path: string
  status: number
  headers: Headers
  /** Parsed, where it was JSON. */
  body?: unknown
}

// the document around the schemas is no schema; that they are valid is a test's to show, once
const ajv = new Ajv2020({ strict: false, validateSchema: false })
addFormats.default(ajv)
ajv.addSchema(published, 'openapi')

/**
 * What the API reference does not declare about an answer, as a sentence: its status, its content type, a header that is
 * missing, a field. Null if all is declared, and for a call that the reference does not have.
 */
export function findMismatch(seen: Seen): string | null {
  const { method, status, headers, body } = seen
  const place = placeOf(method, seen.path)
  if (!place) return null

  const call = `${method} ${place.path} answered ${status}`
  const declared = place.responses[status]
  if (!declared) return `${call}: no such status in docs/openapi.json`

  const pointer =
    '$ref' in declared ? declared.$ref : `#/paths/${escaped(place.path)}/${method.toLowerCase()}/responses/${status}`
  const { headers: named = {}, content = {} } = resolve(declared)
  const missing = Object.entries(named).find(([name, header]) => isRequired(header) && !headers.has(name))
  if (missing) return `${call} without the header ${missing[0]} of docs/openapi.json`

  const type = headers.get('content-type')?.split(';')[0]
  if (type !== Object.keys(content)[0])
    return `${call} with ${type ?? 'no content'}, not with ${Object.keys(content)[0] ?? 'none'} as in docs/openapi.json`
  if (!type || !content[type]?.schema) return null

  const validate = ajv.getSchema(`openapi${pointer}/content/${escaped(type)}/schema`)
  if (!validate) throw new Error(`no schema at ${pointer}`)
  return validate(body) ? null : `${call} with ${inWords(validate.errors?.[0])}, unlike docs/openapi.json`
}

function placeOf(method: string, called: string) {
  const isCalled = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(called)
  const template = called in published.paths ? called : Object.keys(published.paths).find(isCalled) // literal before pattern
  const operation = template && published.paths[template]?.[method.toLowerCase()]
  return operation ? { path: template, responses: operation.responses } : null
}

function resolve(answer: Answer | Reference): Answer {
  if (!('$ref' in answer)) return answer
  const found = published.components.responses[nameIn(answer)]
  if (!found) throw new Error(`${answer.$ref} leads nowhere`)
  return found
}

function isRequired(header: Reference): boolean {
  return published.components.headers[nameIn(header)]?.required === true
}

function nameIn({ $ref }: Reference): string {
  return $ref.split('/').at(-1) ?? ''
}

/** As a part of a JSON pointer in an address. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** `an undeclared field "passwordHash" in /0`. */
function inWords(error: ErrorObject | undefined): string {
  const where = error?.instancePath || 'the body'
  const extra: unknown = error?.params.additionalProperty
  return extra === undefined ? `${where} that ${error?.message}` : `an undeclared field "${extra}" in ${where}`
}
