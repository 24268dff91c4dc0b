import { fileURLToPath } from 'node:url'

/** Where the references are kept. */
export const DOCS_FOLDER = fileURLToPath(new URL('../../../docs/', import.meta.url))
