import type { Ctx } from '../context.ts'
import type { NumberedMessage } from '../messages/message-view.ts'
import type { Conversation } from '../models/conversation.ts'

/** Adds what vision has seen after the messages were sent. Changes nothing where the community warns of nothing. */
export async function withLateMarks(
  { models, settings }: Pick<Ctx, 'models' | 'settings'>,
  { _id: conv }: Pick<Conversation, '_id'>,
  messages: NumberedMessage[],
): Promise<NumberedMessage[]> {
  const unseen = messages.flatMap(({ media }) => (media?.kind === 'photo' && media.mayBeNude == null ? media.id : []))
  if (unseen.length === 0 || settings.current().settings.people.nakednessFrom === null) return messages
  const isNude = { _id: { $in: unseen }, conv, 'looks.mayBeNude': true }
  const found = await models.raw.media.find(isNude, { projection: { _id: 1 } }).toArray()
  const marked = new Set(found.map(({ _id }) => _id))
  return messages.map((message) => {
    const { media } = message
    return media?.kind === 'photo' && marked.has(media.id)
      ? { ...message, media: { ...media, mayBeNude: true } }
      : message
  })
}
