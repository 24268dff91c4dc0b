import { ClientFrame } from '@zing/proto/frames/client'
import { ServerFrame } from '@zing/proto/frames/server'
import { frameShapes } from './contracts.ts'
import { createJsonSchemas, type JsonSchema } from './json-schemas.ts'
import type { Docs } from './references/read-docs.ts'

export interface FrameDocs {
  client: Docs
  server: Docs
  shapes: Docs
}

export interface FrameSchemas {
  $schema: string
  title: string
  $defs: { ClientFrame: JsonSchema; ServerFrame: JsonSchema } & Record<string, JsonSchema>
}

/** Builds the JSON Schema of every frame: `$defs` has `ClientFrame`, `ServerFrame` and the shapes inside them. */
export function createFrameSchemas({ client, server, shapes }: FrameDocs): FrameSchemas {
  const schemas = createJsonSchemas(frameShapes, '#/$defs/', shapes)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Frames',
    $defs: {
      ClientFrame: withDocs(schemas.of(ClientFrame, 'input', 'ClientFrame'), client),
      ServerFrame: withDocs(schemas.of(ServerFrame, 'output', 'ServerFrame'), server),
      ...schemas.named,
    },
  }
}

/** Adds the doc comments of each frame and of its fields. */
function withDocs(union: JsonSchema, docs: Docs): JsonSchema {
  return { ...union, oneOf: union.oneOf?.map((frame) => describedFrame(frame, docs)) ?? [] }
}

function describedFrame({ properties = {}, ...frame }: JsonSchema, docs: Docs): JsonSchema {
  const name = String(properties.type?.const)
  const fields = Object.entries(properties).map(([field, schema]): [string, JsonSchema] => {
    const description = docs.get(`${name}.${field}`)
    return [field, description ? { ...schema, description } : schema]
  })
  return { description: docs.get(name) ?? '', ...frame, properties: Object.fromEntries(fields) }
}
