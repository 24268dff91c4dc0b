import type { Message } from '@zing/proto/messages'
import { useEffect, useRef } from 'react'
import { MARK_READ_THROTTLE_MS } from '../../lib/limits.ts'
import { useReadMessages } from '../../queries/messages.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'

/** Marks visible messages as read, at most twice a second, over HTTP if there is no socket. */
export function useMarkRead(partnerId: number, messages: Message[]): void {
  const { send } = useRealtime()
  const { mutate: readOverHttp } = useReadMessages(partnerId)
  const lastAt = useRef(0)
  const newestUnread = messages.findLast(({ senderId, read }) => senderId === partnerId && !read)?.seq ?? 0

  useEffect(() => {
    if (newestUnread === 0) return
    let timer = 0

    function read(): void {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      timer = window.setTimeout(
        () => {
          lastAt.current = Date.now()
          if (!send({ type: 'MARK_READ', senderId: partnerId })) readOverHttp()
        },
        Math.max(0, lastAt.current + MARK_READ_THROTTLE_MS - Date.now()),
      )
    }

    read()
    document.addEventListener('visibilitychange', read)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [partnerId, newestUnread, send, readOverHttp])
}
