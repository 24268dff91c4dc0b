import { BSON } from 'bson'
import { readDocuments } from './document-file.ts'

interface Message {
  conv: string
  seq: number
  createdAt: Date
}

/**
 * The messages that the conversations of the same backup have counted. Conversations were read first, so every message they
 * count is here or still in their `pending`; what was sent after that would take the place (conv, seq) of a message that is
 * sent after a restore. `since`: everything older was counted before the first conversation was read.
 */
export async function* knownMessages(
  source: AsyncIterable<Uint8Array>,
  conversationsFile: string,
  since: Date,
): AsyncGenerator<Uint8Array> {
  const late: { raw: Uint8Array; message: Message }[] = [] // no more than is sent while a backup runs
  for await (const raw of source) {
    const message = BSON.deserialize(raw) as Message // the shape that chat gives them
    if (message.createdAt < since) yield raw
    else late.push({ raw: Buffer.from(raw), message }) // a copy: the original keeps its whole batch in memory
  }
  const counted = await seqsOf(conversationsFile, new Set(late.map(({ message }) => message.conv)))
  for (const { raw, message } of late) if (message.seq <= (counted.get(message.conv) ?? 0)) yield raw
}

async function seqsOf(conversationsFile: string, wanted: Set<string>): Promise<Map<string, number>> {
  const seqs = new Map<string, number>()
  if (wanted.size === 0) return seqs
  for await (const raw of readDocuments(conversationsFile)) {
    const { _id, seq } = BSON.deserialize(raw) as { _id: string; seq: number } // as above
    if (wanted.has(_id)) seqs.set(_id, seq)
  }
  return seqs
}
