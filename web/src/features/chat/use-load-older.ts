import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '@zing/proto/messages'
import { useRef } from 'react'
import { messagesQuery } from '../../queries/chat/messages.ts'
import { untilIdle } from '../../queries/session/query-client.ts'

/** More refetches in a row are unlikely. */
const ATTEMPTS = 5

interface Loaded {
  data?: Message[] | undefined
  hasNextPage: boolean
  isFetchNextPageError: boolean
}

type Fetch = (options: { cancelRefetch: boolean }) => Promise<Loaded>
type Load = () => Promise<Message[] | null>

/** Loads the page before the oldest message, one at a time. Returns all messages; null after a failure. */
export function useLoadOlder(partnerId: number, fetchNextPage: Fetch): Load {
  const client = useQueryClient()
  const loading = useRef(new Map<number, ReturnType<Load>>()) // by partner: the screen stays when the partner changes
  const query = messagesQuery(partnerId)
  const pages = () => client.getQueryData(query.queryKey)?.pages.length

  /** Lets a refetch in flight finish: it may bring missed messages. A refetch that begins meanwhile cancels the load. */
  async function load(): Promise<Message[] | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await untilIdle(client, query)
      const known = pages()
      const { data = null, hasNextPage, isFetchNextPageError } = await fetchNextPage({ cancelRefetch: false })
      if (isFetchNextPageError) return null
      if (pages() !== known || !hasNextPage) return data
    }
    return null
  }

  return () => {
    const running = loading.current.get(partnerId) ?? load().finally(() => loading.current.delete(partnerId))
    loading.current.set(partnerId, running)
    return running
  }
}
