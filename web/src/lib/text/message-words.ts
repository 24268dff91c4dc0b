import { t } from '@lingui/core/macro'
import type { Message, Quote } from '@zing/proto/messages'

/** Text of a message where only words fit: a row of a list, a quote, a search result. In the reader's language. */
export function wordsOf(message: Message): string {
  if (message.kind === 'deleted') return t`Message deleted`
  return wordsOfKind(message.kind, textOf(message))
}

/** A deleted message leaves an empty quote. */
export function wordsOfQuote({ kind, content }: Quote): string {
  return !kind && content === '' ? t`Message deleted` : wordsOfKind(kind ?? 'text', content)
}

export function wordsOfKind(kind: 'text' | 'photo' | 'voice', text: string): string {
  if (kind === 'voice') return t`Voice message`
  if (kind === 'photo') return text === '' ? t`Photo` : t`Photo: ${text}`
  return text
}

/** The words of the sender: the text or caption of a message. */
export function textOf(message: Message): string {
  if (message.kind === 'text') return message.content
  return (message.kind === 'photo' && message.caption) || ''
}
