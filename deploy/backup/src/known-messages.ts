import { BSON } from 'bson'
import { readDocuments } from './document-file.ts'

interface Message {
  conv: string
  seq: number
  createdAt: Date
}

/**
 * Yields the messages that the conversations of the same backup have counted. The backup read conversations first. A later
 * message's (conv, seq) would collide with a message sent after a restore. Messages older than `since` are all counted.
 */
export async function* knownMessages(
  source: AsyncIterable<Uint8Array>,
  conversationsFile: string,
  since: Date,
): AsyncGenerator<Uint8Array> {
  const recent: { raw: Uint8Array; message: Message }[] = [] // at most the messages sent during a backup
  for await (const raw of source) {
    const message = BSON.deserialize(raw) as Message // a message of chat
    if (message.createdAt < since) yield raw
    else recent.push({ raw: Buffer.from(raw), message }) // copied, because `raw` keeps its whole batch in memory
  }
  const counted = await seqsOf(conversationsFile, new Set(recent.map(({ message }) => message.conv)))
  for (const { raw, message } of recent) if (message.seq <= (counted.get(message.conv) ?? 0)) yield raw
}

async function seqsOf(conversationsFile: string, wanted: Set<string>): Promise<Map<string, number>> {
  const seqs = new Map<string, number>()
  if (wanted.size === 0) return seqs
  for await (const raw of readDocuments(conversationsFile)) {
    const { _id, seq } = BSON.deserialize(raw) as { _id: string; seq: number } // a conversation of chat
    if (wanted.has(_id)) seqs.set(_id, seq)
  }
  return seqs
}
