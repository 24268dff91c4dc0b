import type { QueryClient } from '@tanstack/react-query'
import { type MessagePages, mapMessages } from '../message-cache.ts'
import { messagesQuery } from '../messages.ts'

/** After the first photo of a partner has been opened, none is veiled: the server answers so from now on, too. */
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
