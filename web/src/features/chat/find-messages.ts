import type { Message } from '@zing/proto/messages'
import { includesText } from '../../lib/text/includes-text.ts'

/** Messages that contain a text, oldest first; none for an empty text. */
export function findMessages(messages: Message[], searched: string): Message[] {
  return searched.trim() === '' ? [] : messages.filter(({ content }) => includesText(content, searched))
}
