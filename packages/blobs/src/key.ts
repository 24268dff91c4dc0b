import { randomBytes } from 'node:crypto'

const RANDOM_BYTES = 16

/** A random key of 128 bits, which says nothing about its owner. Parts of one thing append a path: `${newKey()}/small`. */
export function newKey(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}

/** The id of the document that names a blob: keys are `<random>/<id>/<name>`. 0 for a key of another form. */
export function idOfBlob(blobKey: string): number {
  return Number(blobKey.split('/')[1]) || 0
}
