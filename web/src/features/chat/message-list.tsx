import { t } from '@lingui/core/macro'
import type { Message, Quote } from '@zing/proto/messages'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { clsx } from 'clsx'
import { ArrowDown } from 'lucide-react'
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Bubble, preloadMenus } from './bubble.tsx'
import { type Entry, hasBothWritten } from './to-entries.ts'

const DeleteDialog = lazyComponent(async () => (await import('./media/delete-dialog.tsx')).DeleteDialog)
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

const NEAR_END_PX = 80
/** From here on the way back is long enough for a button. */
const FAR_UP_SCREENS = 2

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
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const distanceToEnd = useRef(0)
  const hasMenu = useRef(false) // belongs to a message, which must stay where it is
  const [isFarUp, setFarUp] = useState(false)
  const [quoted, setQuoted] = useState<Quote | null>(null)
  const [deleted, setDeleted] = useState<Message | null>(null)
  const [openedLink, setOpenedLink] = useState<string | null>(null)
  const hasLinks = hasBothWritten(entries)
  const newest = entries.at(-1)
  const oldestKey = entries[0]?.key

  const stayAtEnd = useCallback(() => {
    if (isAtEnd.current && !hasMenu.current) scrollToEnd(list.current)
  }, [])

  const onMenu = useCallback(
    (isOpen: boolean) => {
      hasMenu.current = isOpen
      stayAtEnd()
    },
    [stayAtEnd],
  )

  function onScroll(): void {
    const element = list.current
    if (!element) return
    distanceToEnd.current = element.scrollHeight - element.scrollTop
    isAtEnd.current = belowOf(element) < NEAR_END_PX
    if (isAtEnd.current) onNews(false)
    setFarUp(distanceToEnd.current > FAR_UP_SCREENS * element.clientHeight)
    if (element.scrollTop < NEAR_END_PX && hasOlder && !isLoadingOlder) onOlder()
  }

  // Keeps the scroll position when older messages are inserted above.
  // biome-ignore lint/correctness/useExhaustiveDependencies: exactly when the oldest entry changes
  useLayoutEffect(() => {
    const element = list.current
    if (element && !isAtEnd.current) element.scrollTop = element.scrollHeight - distanceToEnd.current
  }, [oldestKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: exactly when something new is at the end
  useLayoutEffect(() => {
    if ((isAtEnd.current && !hasMenu.current) || newest?.isMine) scrollToEnd(list.current)
    else if (list.current && belowOf(list.current) >= 1) onNews(true)
  }, [newest?.key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: exactly when the indicator comes or goes
  useLayoutEffect(stayAtEnd, [isTyping])

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
    isAtEnd.current = false
    if (found) showQuoted(found)
  }, [quoted, oldestKey])

  // Leads to a found message. The focus stays in the search.
  useEffect(() => {
    const bubble = shownId !== null && document.getElementById(`message-${shownId}`)
    if (!bubble) return
    isAtEnd.current = false
    bubble.scrollIntoView({ block: 'center' })
  }, [shownId])

  useEffect(preloadMenus, [])

  // Keeps the newest message in sight when the composer, the connection bar, a keyboard or a bubble grows.
  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(stayAtEnd)
    for (const resized of [element, ...element.children]) observer.observe(resized)
    window.visualViewport?.addEventListener('resize', stayAtEnd)
    return () => {
      observer.disconnect()
      window.visualViewport?.removeEventListener('resize', stayAtEnd)
    }
  }, [stayAtEnd])

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

/** Height of the part that is out of sight below; browsers round it. */
function belowOf({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight
}

function scrollToEnd(list: HTMLElement | null): void {
  list?.scrollTo({ top: list.scrollHeight })
}

/** Takes the focus until it goes elsewhere: a bubble that could always have it would take it with every tap. */
function showQuoted(bubble: HTMLElement): void {
  bubble.scrollIntoView({ block: 'center' })
  bubble.tabIndex = -1
  bubble.focus({ preventScroll: true })
  bubble.addEventListener('blur', () => bubble.removeAttribute('tabindex'), { once: true })
}

function TypingDots({ name }: { name: string }) {
  return (
    <span className="mt-2 inline-flex gap-1 rounded-[18px] border border-line bg-surface px-4 py-3.5">
      <span className="sr-only">{t`${name} is typing`}</span>
      {[0, 150, 300].map((delay) => (
        <span
          key={delay}
          aria-hidden
          className="size-2 rounded-full bg-ink-2 opacity-60 animate-dot"
          style={{ animationDelay: `${delay}ms` }}
        />
      ))}
    </span>
  )
}
