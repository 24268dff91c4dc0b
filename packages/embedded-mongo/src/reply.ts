import type { Document } from 'bson'
import { serialize } from './storage/codec.ts'
import { ARRAY, documentOf } from './storage/raw-document.ts'

const OBJECT = 3

/** Serializes a reply; the documents of a batch, and the value of a findAndModify, are BSON already and are copied. */
export function serializeReply(reply: Document): Buffer {
  const { cursor, value, ...rest } = reply
  if (Buffer.isBuffer(value)) return documentOf([element(OBJECT, 'value', value), inner(rest)])
  const batch = cursor && 'firstBatch' in cursor ? 'firstBatch' : 'nextBatch'
  if (!Array.isArray(cursor?.[batch])) return serialize(reply)
  const { [batch]: raws, ...cursorRest } = cursor
  const elements = raws.map((raw: Buffer, at: number) => element(OBJECT, String(at), raw))
  return documentOf([
    element(OBJECT, 'cursor', documentOf([element(ARRAY, batch, documentOf(elements)), inner(cursorRest)])),
    inner(rest),
  ])
}

/** Returns the elements of a document without its length and terminator. */
function inner(value: Document): Buffer {
  return serialize(value).subarray(4, -1)
}

function element(type: number, name: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), bytes])
}
