import type { JsonSchema } from './json-schemas.ts'

/** The subset of OpenAPI 3.1 that the reference uses. */
export interface OpenApi {
  openapi: '3.1.0'
  info: Record<string, unknown>
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    securitySchemes: Record<string, unknown>
    headers: Record<string, Header>
    responses: Record<string, ResponseObject>
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
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, ResponseObject | Reference>
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface ResponseObject {
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

export type Content = Record<string, { schema?: JsonSchema }>
