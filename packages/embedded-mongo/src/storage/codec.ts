import { BSON, type Document } from 'bson'

export function parseDocument(raw: Uint8Array): Document {
  return BSON.deserialize(raw)
}

export function serialize(document: Document): Buffer {
  const { buffer, byteOffset, byteLength } = BSON.serialize(document, { ignoreUndefined: true })
  return Buffer.from(buffer, byteOffset, byteLength)
}
