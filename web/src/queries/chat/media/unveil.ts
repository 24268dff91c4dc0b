import type { QueryClient } from '@tanstack/react-query'
import { type MessagePages, mapMessages } from '../message-cache.ts'
import { messagesQuery } from '../messages.ts'

/** Unveils all photos of a partner, since one has been opened. The server does the same. */
export function unveil(client: QueryClient, partnerId: number): void {
  client.setQueryData<MessagePages>(
    messagesQuery(partnerId).queryKey,
    (pages) =>
      pages &&
      mapMessages(pages, (message) => {
        if (message.kind !== 'photo' || !message.veiled) return message
        const { veiled, ...photo } = message
        return photo
      }),
  )
}
