import { z } from 'zod/mini'
import type { Docs } from './references/read-docs.ts'

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

/** `input` is what callers send, `output` what they receive; parameters use `output`, the type their text is parsed to. */
export type Direction = 'input' | 'output'

export interface JsonSchemas {
  /** Refers to the named shapes; `subject` is the contract whose doc comments describe the fields. */
  of(schema: z.ZodMiniType, io: Direction, subject: string): JsonSchema
  named: Record<string, JsonSchema>
}

/** Converts contracts to JSON Schema. `root` is the pointer under which the target document keeps the named shapes. */
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
    if (!json) throw new Error(`no schema for the shape ${name}`)
    return [name, described(json, name, docs)]
  })
  return { of, named: Object.fromEntries(named) }
}

/** Adds `z.meta` and drops redundant keywords: the pattern behind a format, the bounds of every integer. */
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
