import { readFileSync } from 'node:fs'
import { docsOf, HTTP_SOURCES, httpShapes, SHAPE_SOURCES, services } from './contracts.ts'
import { createNatsReference } from './nats-reference.ts'
import { createOpenApi } from './openapi.ts'
import { createFrameSchemas, createSocketPage } from './socket-reference.ts'

export function createReferences(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  const shapes = docsOf(SHAPE_SOURCES)
  const openApi = createOpenApi({
    version,
    services,
    shapes: httpShapes,
    docs: new Map([...docsOf(HTTP_SOURCES), ...shapes]),
  })
  const socketDocs = {
    client: docsOf(['frames/client.ts']),
    server: docsOf(['frames/server.ts']),
    closeCodes: docsOf(['frames/close-codes.ts']),
    shapes,
  }
  return {
    'openapi.json': pretty(openApi),
    'frames.json': pretty(createFrameSchemas(socketDocs)),
    'events.json': pretty(createNatsReference()),
    'socket.md': createSocketPage(socketDocs),
  }
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
