import { readFileSync } from 'node:fs'
import path from 'node:path'
import { docsOf, HTTP_SOURCES, httpShapes, SHAPE_SOURCES, services } from '../contracts.ts'
import { createFrameSchemas } from '../frame-schemas.ts'
import { createOpenApi } from '../openapi.ts'
import { DOCS_FOLDER } from './docs-folder.ts'
import { withLimits } from './limits-table.ts'
import { createNatsReference } from './nats-reference.ts'
import { withVariables } from './variables-table.ts'

export function createReferences(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
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
    shapes,
  }
  return {
    'openapi.json': pretty(openApi),
    'frames.json': pretty(createFrameSchemas(socketDocs)),
    'events.json': pretty(createNatsReference()),
    'reliability.md': withLimits(read('reliability.md')),
    'deployment.md': withVariables(read('deployment.md')),
  }
}

function read(name: string): string {
  return readFileSync(path.join(DOCS_FOLDER, name), 'utf8')
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
