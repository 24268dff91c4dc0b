import { t } from '@lingui/core/macro'
import type { Message, Quote } from '@zing/proto/messages'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { clsx } from 'clsx'
import { ArrowDown } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Avatar } from '../../../ui/person/avatar.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Bubble, preloadMenus } from './bubble.tsx'
import { type Entry, hasBothWritten } from './to-entries.ts'
import { TypingDots } from './typing-dots.tsx'
import { scrollToEnd, useStayAtEnd } from './use-stay-at-end.ts'

const DeleteDialog = lazyComponent(async () => (await import('../media/delete-dialog.tsx')).DeleteDialog)
const LinkDialog = lazyComponent(async () => (await import('./link-dialog.tsx')).LinkDialog)

interface MessageListProps {
  entries: Entry[]
  partner: PublicProfile
  isTyping: boolean
  hasOlder: boolean
  isLoadingOlder: boolean
  onOlder: () => void
  onReply: (message: Message) => void
  /** There are new messages out of sight. */
  hasNews: boolean
  onNews: (hasNews: boolean) => void
  /** Messages that a search has found, and the one among them to show. */
  found: readonly Message[]
  shownId: number | null
}

/** Follows the newest message while scrolled to the end and no menu is open; otherwise offers a button to it. */
export function MessageList({
  entries,
  partner,
  isTyping,
  hasOlder,
  isLoadingOlder,
  onOlder,
  onReply,
  hasNews,
  onNews,
  found,
  shownId,
}: MessageListProps) {
  const partnerName = plainNameOf(partner.name)
  const [quoted, setQuoted] = useState<Quote | null>(null)
  const [deleted, setDeleted] = useState<Message | null>(null)
  const [openedLink, setOpenedLink] = useState<string | null>(null)
  const hasLinks = hasBothWritten(entries)
  const oldestKey = entries[0]?.key
  const { list, isFarUp, onScroll, onMenu, leaveEnd } = useStayAtEnd({
    newest: entries.at(-1),
    oldestKey,
    isTyping,
    onTop: () => hasOlder && !isLoadingOlder && onOlder(),
    onNews,
  })

  // Leads to a quoted message, over the pages before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more after each page
  useEffect(() => {
    if (!quoted) return
    const found = document.getElementById(`message-${quoted.id}`)
    if (!found && hasOlder) {
      onOlder()
      return
    }
    setQuoted(null)
    leaveEnd()
    if (found) showQuoted(found)
  }, [quoted, oldestKey])

  // Leads to a found message. The focus stays in the search.
  useEffect(() => {
    const bubble = shownId !== null && document.getElementById(`message-${shownId}`)
    if (!bubble) return
    leaveEnd()
    bubble.scrollIntoView({ block: 'center' })
  }, [shownId, leaveEnd])

  useEffect(preloadMenus, [])

  const foundIds = new Set(found.map(({ id }) => id))

  function foundAs({ message }: Pick<Entry, 'message'>): 'found' | 'shown' | null {
    if (!message || !foundIds.has(message.id)) return null
    return message.id === shownId ? 'shown' : 'found'
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={list}
        role="log"
        aria-label={t`Messages with ${partnerName}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="flex h-full flex-col overflow-y-auto px-3 py-4"
      >
        <div className={clsx('shrink-0', entries.length > 0 && 'mt-auto')}>
          {isLoadingOlder && <Spinner className="mx-auto mb-3 size-5 text-zing" />}
          {entries.length === 0 ? (
            <div className="flex flex-col items-center gap-2 px-8 py-14 text-center animate-rise low-window:py-3">
              <Avatar
                name={partnerName}
                photo={partner.selfie}
                isDecorative
                className="mb-2 size-32 low-window:size-20 landscape-phone:hidden"
              />
              <h2 className="text-xl">{t`No messages yet`}</h2>
              <p className="text-ink-2">{t`Send a message to start the conversation`}</p>
            </div>
          ) : (
            <ol className="flex flex-col">
              {entries.map(({ key, ...entry }) => (
                <Bubble
                  key={key}
                  {...entry}
                  partnerName={partnerName}
                  onReply={onReply}
                  onDelete={setDeleted}
                  onQuote={setQuoted}
                  hasLinks={hasLinks}
                  onLink={setOpenedLink}
                  onMenu={onMenu}
                  foundAs={foundAs(entry)}
                />
              ))}
            </ol>
          )}
          <output className="block min-h-0">{isTyping && <TypingDots name={partnerName} />}</output>
        </div>
      </div>
      {(hasNews || isFarUp) && (
        <button
          type="button"
          onClick={() => scrollToEnd(list.current)}
          className={clsx(
            'absolute bottom-3 inline-flex min-h-11 items-center gap-1.5 rounded-full text-sm font-semibold shadow-float animate-rise',
            hasNews
              ? 'left-1/2 -translate-x-1/2 bg-zing px-4 text-on-zing'
              : 'end-3 border border-line bg-surface px-3',
          )}
        >
          <ArrowDown aria-hidden className="size-4" />
          {hasNews ? t`New messages` : <span className="sr-only">{t`Newest messages`}</span>}
        </button>
      )}
      {deleted && (
        <Suspense>
          <DeleteDialog message={deleted} partnerName={partnerName} onClose={() => setDeleted(null)} />
        </Suspense>
      )}
      {openedLink && (
        <Suspense>
          <LinkDialog href={openedLink} onClose={() => setOpenedLink(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Takes the focus until it goes elsewhere: a bubble that could always have it would take it with every tap. */
function showQuoted(bubble: HTMLElement): void {
  bubble.scrollIntoView({ block: 'center' })
  bubble.tabIndex = -1
  bubble.focus({ preventScroll: true })
  bubble.addEventListener('blur', () => bubble.removeAttribute('tabindex'), { once: true })
}
