import { BSON, type Document } from 'bson'
import { notSupported } from './errors.ts'

/** A request of https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/ */
export interface Request {
  requestId: number
  opCode: number
  command: Document
  /** The client expects no reply. */
  isSilent: boolean
}

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const HEADER_BYTES = 16
const MAX_MESSAGE_BYTES = 48_000_000
const CHECKSUM_PRESENT = 1
const MORE_TO_COME = 2

/** Splits the first complete message off the received bytes; null if there is none yet. */
export function takeMessage(received: Buffer): { message: Buffer; rest: Buffer } | null {
  if (received.length < HEADER_BYTES) return null
  const length = received.readInt32LE(0)
  if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new Error(`A message of ${length} bytes`)
  return received.length < length ? null : { message: received.subarray(0, length), rest: received.subarray(length) }
}

export function parseRequest(message: Buffer): Request {
  const [requestId, opCode] = [message.readInt32LE(4), message.readInt32LE(12)]
  if (opCode === OP_MSG) return { requestId, opCode, ...parseMsg(message) }
  if (opCode !== OP_QUERY) throw notSupported(`Operation code ${opCode}`)
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4)
  const $db = message.toString('utf8', HEADER_BYTES + 4, nameEnd).split('.')[0]
  return { requestId, opCode, isSilent: false, command: { ...BSON.deserialize(message.subarray(nameEnd + 9)), $db } }
}

export function writeReply({ requestId, opCode }: Request, body: Buffer): Buffer {
  const head = Buffer.alloc(opCode === OP_MSG ? HEADER_BYTES + 5 : HEADER_BYTES + 20)
  head.writeInt32LE(head.length + body.length, 0)
  head.writeInt32LE(requestId, 8)
  head.writeInt32LE(opCode === OP_MSG ? OP_MSG : OP_REPLY, 12)
  if (opCode !== OP_MSG) head.writeInt32LE(1, HEADER_BYTES + 16) // one document follows
  return Buffer.concat([head, body])
}

/** Parses the body and its document sequences; documents to insert stay BSON. */
function parseMsg(message: Buffer): { command: Document; isSilent: boolean } {
  const flags = message.readUInt32LE(HEADER_BYTES)
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0)
  let command: Document = {}
  const sequences: Document = {}
  for (let at = HEADER_BYTES + 4; at < end; ) {
    const kind = message[at]
    const section = message.subarray(at + 1, at + 1 + message.readInt32LE(at + 1))
    if (kind === 0) command = BSON.deserialize(section, { fieldsAsRaw: { documents: true } })
    else {
      const nameEnd = section.indexOf(0, 4)
      const name = section.toString('utf8', 4, nameEnd)
      const documents = splitDocuments(section.subarray(nameEnd + 1))
      sequences[name] = name === 'documents' ? documents : documents.map((raw) => BSON.deserialize(raw))
    }
    at += 1 + section.length
  }
  return { command: { ...command, ...sequences }, isSilent: (flags & MORE_TO_COME) !== 0 }
}

function splitDocuments(bytes: Buffer): Buffer[] {
  const documents: Buffer[] = []
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at))
    documents.push(bytes.subarray(at, at + bytes.readInt32LE(at)))
  return documents
}
