import { fileURLToPath } from 'node:url'

export const DOCS_FOLDER = fileURLToPath(new URL('../../../../docs/', import.meta.url))
