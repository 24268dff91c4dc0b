import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Message, Quote, Reaction } from '@zing/proto/messages'
import { clsx } from 'clsx'
import { CircleAlert, Ellipsis, SmilePlus, Trash2 } from 'lucide-react'
import { type MouseEvent, memo, Suspense, useEffect, useRef, useState } from 'react'
import { language } from '../../lib/language/language.ts'
import { useStore } from '../../lib/state/create-store.ts'
import { wordsOfQuote } from '../../lib/text/message-words.ts'
import { clockTime, exactTime } from '../../lib/text/relative-time.ts'
import { discard, retry } from '../../queries/chat/outbox.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { StatusMark } from '../../ui/person/status-mark.tsx'
import { isLoneEmoji } from './lone-emoji.ts'
import { mediaBox } from './media/media-box.ts'
import { MessageText } from './message-text.tsx'
import type { Entry } from './to-entries.ts'
import { Translation } from './translation.tsx'
import { useForeignLanguage } from './use-foreign-language.ts'
import { useTouch } from './use-touch.ts'

const SentMenu = lazyComponent(async () => (await import('./message-actions.tsx')).SentMenu)
const WaitingMenu = lazyComponent(async () => (await import('./message-actions.tsx')).WaitingMenu)
const MediaBubble = lazyComponent(async () => (await import('./media/media-bubble.tsx')).MediaBubble)

interface BubbleProps extends Omit<Entry, 'key'> {
  partnerName: string
  onReply: (message: Message) => void
  onDelete: (message: Message) => void
  /** Leads to the message that a quote is about. */
  onQuote: (quote: Quote) => void
  /** False until both members have written: links are then plain text. */
  hasLinks: boolean
  onLink: (href: string) => void
  /** Called when the menu of this message opens or closes. */
  onMenu: (isOpen: boolean) => void
  /** A search has found it, and shows it. */
  foundAs: 'found' | 'shown' | null
}

/** Loads the menus before their first tap. */
export function preloadMenus(): void {
  void SentMenu.preload()
  void WaitingMenu.preload()
}

/** Memoised: a new message leaves the others as they are. */
export const Bubble = memo(function Bubble({
  content,
  createdAt,
  isMine,
  message,
  file,
  replyTo,
  mark,
  outboxMessageId,
  failure,
  day,
  isFirst,
  isLast,
  hasTime,
  isNewestOwn,
  partnerName,
  onReply,
  onDelete,
  onQuote,
  hasLinks,
  onLink,
  onMenu,
  foundAs,
}: BubbleProps) {
  useStore(language) // it is memoised
  const { id: userId } = useUser()
  const bubble = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<DOMRect | null>(null)
  const canOpen = message ? message.kind !== 'deleted' : mark === 'sending'
  const menuLabel = message ? t`React or reply` : t`Copy or delete`
  const MenuIcon = message ? SmilePlus : Ellipsis
  const open = () => canOpen && setPlace(bubble.current?.getBoundingClientRect() ?? null)
  const touch = useTouch({ onLongPress: open, onSwipe: () => message && canOpen && onReply(message) })
  const kind = (message ?? file)?.kind ?? 'text'
  const isLarge = !replyTo && kind === 'text' && isLoneEmoji(content)
  const foreign = useForeignLanguage(isMine || content === '' ? null : content)

  const hasMenu = place !== null
  useEffect(() => {
    if (!hasMenu) return
    onMenu(true)
    return () => onMenu(false)
  }, [hasMenu, onMenu])

  // the menu follows a bubble that messages below have moved
  useEffect(() => {
    const list = bubble.current?.closest('ol')
    if (!hasMenu || !list) return
    const observer = new ResizeObserver(() => setPlace(bubble.current?.getBoundingClientRect() ?? null))
    observer.observe(list)
    return () => observer.disconnect()
  }, [hasMenu])

  function onContextMenu(event: MouseEvent): void {
    if (!canOpen || !getSelection()?.isCollapsed) return // the browser's own menu copies a selection
    event.preventDefault()
    open()
  }

  function close(): void {
    setPlace(null)
    button.current?.focus()
  }

  return (
    <li
      id={message ? `message-${message.id}` : undefined}
      aria-current={foundAs === 'shown' ? 'true' : undefined}
      className={clsx(
        'group relative flex scroll-my-16 flex-col rounded-[20px] outline-offset-4 focus:bg-surface-2',
        isMine ? 'items-end' : 'items-start',
        isFirst ? 'mt-3' : 'mt-0.5',
        foundAs && 'z-1', // its neighbours would cover the outline
      )}
    >
      {day && (
        <span className="mb-3 self-center rounded-full bg-surface-2 px-3 py-1 text-[13px] text-ink-2">{day}</span>
      )}
      <div className={clsx('flex w-full items-center', isMine && 'flex-row-reverse')}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside it does the same */}
        <div
          ref={bubble}
          {...touch}
          onContextMenu={onContextMenu}
          className={clsx(
            'max-w-[82%] touch-pan-y transition-transform duration-75 [overflow-wrap:anywhere] whitespace-pre-wrap pointer-coarse:select-none',
            isLarge ? 'text-[44px] leading-tight' : 'rounded-[20px]',
            !isLarge && (kind === 'photo' ? 'p-1' : 'px-3.5 py-2'),
            !isLarge && (isMine ? 'bg-zing text-on-zing' : 'border border-line bg-surface'),
            isMine && !isFirst && 'rounded-se-md',
            isMine && !isLast && 'rounded-ee-md',
            !isMine && !isFirst && 'rounded-ss-md',
            !isMine && !isLast && 'rounded-es-md',
            foundAs && 'outline-2 outline-offset-2',
            foundAs === 'found' && 'outline-ink-2/60 outline-dashed',
            foundAs === 'shown' && 'outline-ink',
          )}
        >
          <span className="sr-only">{isMine ? t`You` : partnerName}: </span>
          {replyTo && (
            <button
              type="button"
              onClick={() => onQuote(replyTo)}
              className="mb-1 block min-h-6 border-s-2 border-current ps-2 text-start text-[13px]"
            >
              <span className="sr-only">{t`In reply to`} </span>
              <bdi className="block truncate font-semibold">{replyTo.senderId === userId ? t`You` : partnerName}</bdi>
              <span dir="auto" className="line-clamp-2">
                {wordsOfQuote(replyTo)}
              </span>
            </button>
          )}
          {kind === 'deleted' && <em>{t`Message deleted`}</em>}
          {(kind === 'photo' || kind === 'voice') && (
            <Suspense fallback={<div style={mediaBox(message ?? file)} />}>
              <MediaBubble
                message={message}
                file={file}
                outboxId={outboxMessageId}
                caption={content}
                isMine={isMine}
                partnerName={partnerName}
              />
            </Suspense>
          )}
          {content && (
            <div dir="auto" lang={foreign ?? undefined} className={clsx(kind === 'photo' && 'max-w-60 px-2.5 py-1')}>
              <MessageText content={content} hasLinks={hasLinks} onLink={onLink} />
            </div>
          )}
        </div>
        {canOpen && (
          <button
            ref={button}
            type="button"
            aria-label={menuLabel}
            aria-haspopup="menu"
            aria-expanded={place !== null}
            onClick={open}
            className="-my-2 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100"
          >
            <MenuIcon aria-hidden className="size-5" strokeWidth={1.75} />
          </button>
        )}
      </div>
      {foreign && <Translation text={content} from={foreign} />}
      {message?.reactions && message.reactions.length > 0 && (
        <Reactions
          reactions={message.reactions}
          partnerId={isMine ? message.receiverId : message.senderId}
          name={partnerName}
        />
      )}
      <Suspense>
        {message && place && (
          <SentMenu
            label={menuLabel}
            message={message}
            isMine={isMine}
            place={place}
            onReply={onReply}
            onDelete={onDelete}
            onClose={close}
          />
        )}
        {!message && place && outboxMessageId && (
          <WaitingMenu label={menuLabel} id={outboxMessageId} content={content} place={place} onClose={close} />
        )}
      </Suspense>
      <span className={hasTime ? 'flex items-center gap-1 px-2 pt-0.5 text-[13px] text-ink-2 tabular-nums' : 'sr-only'}>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {clockTime(createdAt)}
        </time>
        {mark && <StatusMark mark={mark} inWords={isNewestOwn && (mark === 'read' || mark === 'delivered')} />}
      </span>
      {failure !== null && outboxMessageId && (
        <Refusal id={outboxMessageId} reason={failure} canRetry={file?.bytes !== null} />
      )}
    </li>
  )
})

/** On the lower edge of the bubble. */
function Reactions({ reactions, partnerId, name }: { reactions: Reaction[]; partnerId: number; name: string }) {
  return (
    <span className="z-1 mx-3 -mt-2 flex gap-0.5 rounded-full border border-line bg-surface px-1.5 py-0.5 text-sm leading-none">
      {reactions.map(({ userId, emoji }) => (
        <span key={userId}>
          <span className="sr-only">{userId === partnerId ? t`${name} reacted` : t`You reacted`} </span>
          {emoji}
        </span>
      ))}
    </span>
  )
}

function Refusal({ id, reason, canRetry }: { id: string; reason: string; canRetry: boolean }) {
  const client = useQueryClient()
  const action = 'inline-flex min-h-11 items-center gap-1 px-1 text-sm font-semibold'
  return (
    <div className="flex max-w-[82%] flex-col items-end pt-1 text-end">
      <p className="px-1 text-sm text-bad [overflow-wrap:anywhere]">{reason}</p>
      <div className="flex flex-wrap justify-end gap-x-3">
        <button type="button" onClick={() => discard(client, id)} className={clsx(action, 'text-ink-2')}>
          <Trash2 aria-hidden className="size-4" />
          {t`Delete`}
        </button>
        {canRetry && (
          <button type="button" onClick={() => retry(client, id)} className={clsx(action, 'text-bad')}>
            <CircleAlert aria-hidden className="size-4" />
            {t`Failed, tap to retry`}
          </button>
        )}
      </div>
    </div>
  )
}
