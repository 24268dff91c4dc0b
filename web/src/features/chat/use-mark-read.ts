import type { Message } from '@zing/proto/messages'
import { useEffect, useRef } from 'react'
import { MARK_READ_RETRY_MS, MARK_READ_THROTTLE_MS } from '../../lib/limits.ts'
import { useIsVisible } from '../../lib/view/use-is-visible.ts'
import { useReadMessages } from '../../queries/chat/messages.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'

/**
 * Marks messages as read, at most twice a second, and again while they stay unread. Uses HTTP without a socket. Waits while
 * new messages are out of sight, below the user's scroll position.
 */
export function useMarkRead(partnerId: number, messages: Message[], isOutOfSight: boolean): void {
  const { send } = useRealtime()
  const { mutate: readOverHttp } = useReadMessages(partnerId)
  const isVisible = useIsVisible()
  const lastAt = useRef(Number.NEGATIVE_INFINITY)
  const hasUnread = messages.some(({ senderId, read }) => senderId === partnerId && !read)
  const upToSeq = messages.at(-1)?.seq ?? 0

  useEffect(() => {
    if (!hasUnread || !isVisible || isOutOfSight) return
    let timer = 0

    function read(): void {
      clearTimeout(timer)
      timer = window.setTimeout(
        () => {
          lastAt.current = performance.now()
          if (!send({ type: 'MARK_READ', senderId: partnerId, upToSeq })) readOverHttp(upToSeq)
        },
        Math.max(0, lastAt.current + MARK_READ_THROTTLE_MS - performance.now()),
      )
    }

    read()
    const retry = window.setInterval(read, MARK_READ_RETRY_MS) // the server does not repeat what it could not read
    return () => {
      clearTimeout(timer)
      clearInterval(retry)
    }
  }, [partnerId, hasUnread, isVisible, isOutOfSight, upToSeq, send, readOverHttp])
}
