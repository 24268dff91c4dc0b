import { randomBytes } from 'node:crypto'

const RANDOM_BYTES = 16

/** A random key of 128 bits, which says nothing about its owner. A blob's key is `<newKey()>/<id of its document>/<part>`. */
export function newKey(): string {
  return randomBytes(RANDOM_BYTES).toString('base64url')
}

/** Begins the keys of bytes that are soon deleted. */
export const BRIEF = /^~/

/** A random key for bytes that backups leave out, since backups are kept longer. */
export function newBriefKey(): string {
  return `~${newKey()}`
}

/** The id of the document that names a blob; 0 for a key of another form. */
export function idOfBlob(blobKey: string): number {
  return Number(blobKey.split('/')[1]) || 0
}

/** The key that this document has: without the part. */
export function documentKeyOf(blobKey: string): string {
  return blobKey.slice(0, blobKey.lastIndexOf('/'))
}

/** Databases with blobs, and the collections whose documents name them. */
export const NAMED_BY: Record<string, readonly string[]> = {
  zing_auth: ['selfies', 'verifications'],
  zing_chat: ['media'],
}
