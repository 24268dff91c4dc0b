import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from '../lib/state/create-store.ts'
import { whenIdle } from '../lib/view/when-idle.ts'
import { keepsChats } from '../queries/chat/keeps-chats.ts'
import { useUser } from '../queries/session/user-context.ts'

/** Keeps the chats of the signed-in user on this device, unless a user has turned that off. */
export function ChatKeeper() {
  const client = useQueryClient()
  const { id } = useUser()
  const isOn = useStore(keepsChats)

  useEffect(() => {
    if (!isOn) return
    const stop = new AbortController()
    whenIdle(async () => {
      const { keepChats } = await import('../queries/chat/kept-chats.ts')
      await keepChats(client, id, stop.signal)
    })
    return () => stop.abort()
  }, [client, id, isOn])

  return null
}
