import type { Message } from '@zing/proto/messages'
import { includesText } from '../../../lib/text/includes-text.ts'
import { textOf } from '../../../lib/text/message-words.ts'

/** Messages that contain a text, oldest first; none for an empty text. */
export function findMessages(messages: Message[], searched: string): Message[] {
  return searched.trim() === '' ? [] : messages.filter((message) => includesText(textOf(message), searched))
}
