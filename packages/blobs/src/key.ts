import { randomBytes } from 'node:crypto'

const RANDOM_BYTES = 16

/** A random key of 128 bits, which says nothing about its owner. A blob's key is `<newKey()>/<id of its document>/<part>`. */
export function newKey(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}

/** The id of the document that names a blob; 0 for a key of another form. */
export function idOfBlob(blobKey: string): number {
  return Number(blobKey.split('/')[1]) || 0
}

/** The key that this document has: without the part. */
export function documentKeyOf(blobKey: string): string {
  return blobKey.slice(0, blobKey.lastIndexOf('/'))
}

/** Databases with blobs, and the collection whose documents name them. */
export const NAMED_BY: Record<string, string> = { zing_auth: 'selfies', zing_chat: 'media' }
