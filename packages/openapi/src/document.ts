import type { JsonSchema } from './json-schemas.ts'

/** An OpenAPI 3.1 document, as far as we write one. */
export interface OpenApi {
  openapi: '3.1.0'
  info: Record<string, unknown>
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, unknown>
    headers: Record<string, Header>
    responses: Record<string, Answer>
    schemas: Record<string, JsonSchema>
  }
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, never[]>[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: Content }
  /** By status. */
  responses: Record<string, Answer | Reference>
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Answer {
  description: string
  headers?: Record<string, Reference>
  content?: Content
}

export interface Header {
  description: string
  required?: true
  schema: JsonSchema
}

export interface Reference {
  $ref: string
}

/** By content type. */
export type Content = Record<string, { schema?: JsonSchema }>
