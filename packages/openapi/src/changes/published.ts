import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { OpenApi, Operation } from '../document.ts'
import { DOCS_FOLDER } from '../references/docs-folder.ts'

export const published: OpenApi = JSON.parse(readFileSync(path.join(DOCS_FOLDER, 'openapi.json'), 'utf8'))

export interface PublishedCall {
  method: string
  path: string
  operation: Operation
}

export const publishedCalls: PublishedCall[] = Object.entries(published.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
