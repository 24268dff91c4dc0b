import { t } from '@lingui/core/macro'
import type { Message } from '@zing/proto/messages'
import { useEffect, useRef, useState } from 'react'
import { useLayer } from '../../../lib/layers/layers.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { findMessages } from './find-messages.ts'

/** Pages that one press searches before it asks whether to go on. */
const PAGES_PER_SEARCH = 10

interface SearchOptions {
  partnerId: number
  /** The loaded messages, oldest first. */
  messages: Message[]
  hasOlder: boolean
  /** Loads a page, and returns all loaded messages, or null if it failed. */
  loadOlder: () => Promise<Message[] | null>
}

export interface ChatSearch {
  text: string
  /** Found messages, oldest first. */
  found: Message[]
  /** Place of the message that is shown among the found ones; -1 if none is found. */
  place: number
  /** Number of messages that were searched. */
  count: number
  hasOlder: boolean
  isLoading: boolean
  search(text: string): void
  /** Shows the next older found message, for which it may load pages. */
  goOlder(): void
  goNewer(): void
  close(): void
}

/**
 * Search in the loaded messages of a chat. Older pages are loaded one after another and searched here, because a found
 * message is shown among its neighbours. `search` is null while it is closed.
 */
export function useChatSearch({ partnerId, messages, hasOlder, loadOlder }: SearchOptions) {
  const [opened, setOpened] = useState<{ partnerId: number; text: string } | null>(null)
  const [shownId, setShownId] = useState<number | null>(null)
  const [isLoading, setLoading] = useState(false)
  const opener = useRef<Element | null>(null)
  const isOpen = opened?.partnerId === partnerId
  const text = isOpen ? opened.text : ''
  const found = findMessages(messages, text)
  const shown = found.findIndex(({ id }) => id === shownId)
  const place = shown < 0 ? found.length - 1 : shown
  const close = () => setOpened(null)
  useLayer(isOpen, close)

  useEffect(() => {
    if (!isOpen) return
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
    }
  }, [isOpen])

  async function searchOlder(): Promise<void> {
    setLoading(true)
    const oldestSeq = messages[0]?.seq ?? 0
    let count = messages.length
    for (let page = 0; page < PAGES_PER_SEARCH; page++) {
      const loaded = await loadOlder()
      const next = loaded && findMessages(loaded, text).findLast(({ seq }) => seq < oldestSeq)
      if (next) setShownId(next.id)
      if (!loaded) toastError(t`Older messages were not searched`, t`Please try again with a connection.`)
      if (next || !loaded || loaded.length === count) break
      count = loaded.length
    }
    setLoading(false)
  }

  const search: ChatSearch | null = isOpen
    ? {
        text,
        found,
        place,
        count: messages.length,
        hasOlder,
        isLoading,
        search: (next) => setOpened({ partnerId, text: next }),
        goOlder() {
          const older = found[place - 1]
          if (older) setShownId(older.id)
          else if (hasOlder && !isLoading && text.trim() !== '') void searchOlder()
        },
        goNewer() {
          const newer = found[place + 1]
          if (newer) setShownId(newer.id)
        },
        close,
      }
    : null

  function open(): void {
    opener.current = document.activeElement
    setShownId(null)
    setOpened({ partnerId, text: '' })
  }

  return { search, open }
}
