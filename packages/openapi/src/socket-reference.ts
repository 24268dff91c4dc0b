import { ClientFrame } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { ServerFrame } from '@zing/proto/frames/server'
import * as limits from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { frameShapes } from './contracts.ts'
import { createJsonSchemas, type JsonSchema } from './json-schemas.ts'
import type { Docs } from './read-docs.ts'

export interface SocketDocs {
  client: Docs
  server: Docs
  closeCodes: Docs
  shapes: Docs
}

export interface FrameSchemas {
  $schema: string
  title: string
  $defs: { ClientFrame: JsonSchema; ServerFrame: JsonSchema } & Record<string, JsonSchema>
}

/** Builds the JSON Schema of every frame: `$defs` has `ClientFrame`, `ServerFrame` and the shapes inside them. */
export function createFrameSchemas({ shapes }: Pick<SocketDocs, 'shapes'>): FrameSchemas {
  const schemas = createJsonSchemas(frameShapes, '#/$defs/', shapes)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Frames',
    $defs: {
      ClientFrame: schemas.of(ClientFrame, 'input', 'ClientFrame'),
      ServerFrame: schemas.of(ServerFrame, 'output', 'ServerFrame'),
      ...schemas.named,
    },
  }
}

export function createSocketPage(docs: SocketDocs): string {
  const { ClientFrame: fromClient, ServerFrame: fromServer, ...shapes } = createFrameSchemas(docs).$defs
  return `# WebSocket

Generated from \`proto/src/frames\` by \`npm run openapi\`. The same as JSON Schema: [frames.json](frames.json).

Open \`${SOCKET_PATH}\` with the session cookie and, in production, the product's own \`Origin\`. An upgrade is
rejected with 401 without an active session, 403 for a cross-site request, 429 for too many open sockets of one address, and
503 when the session cannot be verified or no chat process is available.

Frames are JSON texts of at most ${limits.FRAME_MAX_BYTES / 1024} KiB with a \`type\`. The limit is ${limits.FRAMES_PER_SECOND} frames a second, with bursts of ${limits.FRAMES_BURST}, and one more for each \`NEW_MESSAGE\`;
\`TYPING_INDICATOR\` is forwarded ${limits.TYPING_PER_SECOND} times a second. An invalid frame gets an \`ERROR\`; the ${limits.BAD_FRAMES_MAX}th one closes the socket with
code ${CloseCode.policy}.

Send \`AUTH\` first. Refetch over HTTP after every \`CONNECTED\`: a push may be lost, and HTTP is the source of truth.
A \`HEARTBEAT\` arrives every ${limits.HEARTBEAT_MS / 1000} s; treat a socket that is silent for ${limits.SILENCE_MAX_MS / 1000} s as closed.

## Client frames

${frameTable(fromClient, docs.client)}

## Server frames

${frameTable(fromServer, docs.server)}

## Shapes

${Object.entries(shapes)
  .map(([name, shape]) => shapeSection(name, shape))
  .join('\n\n')}

## Close codes

| Code | Name | Meaning |
|---|---|---|
${Object.entries(CloseCode)
  .map(([name, code]) => row(code, name, docs.closeCodes.get(`CloseCode.${name}`)))
  .join('\n')}
`
}

function frameTable({ oneOf = [] }: JsonSchema, docs: Docs): string {
  const rows = oneOf.map(({ properties: { type, ...fields } = {}, required = [] }) => {
    const name = String(type?.const)
    const meanings = Object.keys(fields).flatMap((key) => {
      const meaning = docs.get(`${name}.${key}`)
      return meaning ? [`\`${key}\`: ${meaning}`] : []
    })
    return row(`\`${name}\``, fieldsOf(fields, required), [docs.get(name), ...meanings].filter(Boolean).join(' '))
  })
  return ['| Frame | Fields | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function shapeSection(name: string, { oneOf, properties = {}, required = [] }: JsonSchema): string {
  if (oneOf) return [`### ${name}`, '', ...oneOf.map((variant) => `- ${typeOf(variant)}`)].join('\n')
  const rows = Object.entries(properties).map(([key, field]) =>
    row(`\`${key}\`${required.includes(key) ? '' : ' (optional)'}`, typeOf(field), field.description),
  )
  return [`### ${name}`, '', '| Field | Type | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function fieldsOf(fields: Record<string, JsonSchema>, required: string[]): string {
  return Object.entries(fields)
    .map(([key, field]) => `\`${key}\`${required.includes(key) ? '' : ' (optional)'}: ${typeOf(field)}`)
    .join('<br>')
}

function typeOf(schema: JsonSchema): string {
  const name = schema.$ref?.split('/').at(-1)
  if (name) return `[${name}](#${name.toLowerCase()})`
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  if (schema.properties) return `{ ${fieldsOf(schema.properties, schema.required ?? []).replaceAll('<br>', ', ')} }`
  return schema.format ?? [schema.type ?? 'anything'].flat().join(' or ')
}

function row(...cells: unknown[]): string {
  return `| ${cells.map((cell) => cell ?? '').join(' | ')} |`
}
