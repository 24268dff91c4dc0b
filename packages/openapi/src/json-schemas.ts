import { z } from 'zod/mini'
import type { Docs } from './read-docs.ts'

/** A JSON Schema of the 2020-12 draft, as far as we look into one. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  description?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  additionalProperties?: false
}

/** `input` is what callers send, `output` what they get (or, for parameters, what their text means). */
export type Direction = 'input' | 'output'

export interface JsonSchemas {
  /** Refers to the named shapes instead of repeating them; `subject` is whose doc comments describe the fields. */
  of(schema: z.ZodMiniType, io: Direction, subject: string): JsonSchema
  named: Record<string, JsonSchema>
}

/** Translates contracts. `root` is where the document that they go into keeps its named shapes. */
export function createJsonSchemas(shapes: Record<string, z.ZodMiniType>, root: string, docs: Docs): JsonSchemas {
  const names = z.registry<{ id: string }>()
  for (const [id, shape] of Object.entries(shapes)) names.add(shape, { id })

  function translate(schema: z.ZodMiniType, io: Direction): JsonSchema & { $defs?: Record<string, JsonSchema> } {
    const translated = z.toJSONSchema(schema, {
      io,
      metadata: names,
      override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema),
    })
    return JSON.parse(JSON.stringify(translated).replaceAll('"#/$defs/', `"${root}`))
  }

  function of(schema: z.ZodMiniType, io: Direction, subject: string): JsonSchema {
    const { $schema: _draft, $defs: _shapes, ...json } = translate(schema, io) as JsonSchema & Record<string, unknown>
    return described(json, subject, docs)
  }

  const named = Object.entries(shapes).map(([name, shape]): [string, JsonSchema] => {
    const json = translate(shape, 'output').$defs?.[name]
    if (!json) throw new Error(`${name} is no shape of its own`)
    return [name, described(json, name, docs)]
  })
  return { of, named: Object.fromEntries(named) }
}

/** Adds what `z.meta` says, and drops what says nothing: the pattern behind a format, the bounds of every integer. */
function tidy(zodSchema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  Object.assign(json, z.globalRegistry.get(zodSchema))
  if (json.format) delete json.pattern
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

function described(json: JsonSchema, subject: string, docs: Docs): JsonSchema {
  for (const [name, field] of Object.entries(json.properties ?? {})) {
    const text = docs.get(`${subject}.${name}`)
    if (text) field.description = text
  }
  for (const variant of json.oneOf ?? []) described(variant, subject, docs)
  return json
}
