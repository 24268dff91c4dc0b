import path from 'node:path'

/** Root folder of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../../..')
