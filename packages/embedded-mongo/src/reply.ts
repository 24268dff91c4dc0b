import { BSON, type Document } from 'bson'

const OBJECT = 3
const ARRAY = 4

/** Serializes a reply; the documents of a batch are BSON already and are copied. */
export function serializeReply(reply: Document): Buffer {
  const { cursor, ...rest } = reply
  const batch = cursor && 'firstBatch' in cursor ? 'firstBatch' : 'nextBatch'
  if (!Array.isArray(cursor?.[batch])) return serialize(reply)
  const { [batch]: raws, ...cursorRest } = cursor
  const elements = raws.map((raw: Buffer, at: number) => element(OBJECT, String(at), raw))
  return document([
    element(OBJECT, 'cursor', document([element(ARRAY, batch, document(elements)), inner(cursorRest)])),
    inner(rest),
  ])
}

function serialize(value: Document): Buffer {
  return Buffer.from(BSON.serialize(value, { ignoreUndefined: true }))
}

/** Returns the elements of a document without its length and terminator. */
function inner(value: Document): Buffer {
  return serialize(value).subarray(4, -1)
}

function element(type: number, name: string, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), bytes])
}

function document(elements: Buffer[]): Buffer {
  const length = Buffer.alloc(4)
  const whole = Buffer.concat([length, ...elements, Buffer.from([0])])
  whole.writeInt32LE(whole.length)
  return whole
}
