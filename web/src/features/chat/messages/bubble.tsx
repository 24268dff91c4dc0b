import { t } from '@lingui/core/macro'
import type { Message, Quote } from '@zing/proto/messages'
import { clsx } from 'clsx'
import { Ellipsis, SmilePlus } from 'lucide-react'
import { type MouseEvent, memo, Suspense, useRef } from 'react'
import { language } from '../../../lib/language/language.ts'
import { useStore } from '../../../lib/state/create-store.ts'
import { clockTime, exactTime } from '../../../lib/text/relative-time.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { StatusMark } from '../../../ui/person/status-mark.tsx'
import { mediaBox } from '../media/media-box.ts'
import { isLoneEmoji } from './lone-emoji.ts'
import { MessageText } from './message-text.tsx'
import { Quoted } from './quoted.tsx'
import { Reactions } from './reactions.tsx'
import type { Entry } from './to-entries.ts'
import { useForeignLanguage } from './use-foreign-language.ts'
import { useMenuPlace } from './use-menu-place.ts'
import { useTouch } from './use-touch.ts'

const SentMenu = lazyComponent(async () => (await import('./message-actions.tsx')).SentMenu)
const WaitingMenu = lazyComponent(async () => (await import('./message-actions.tsx')).WaitingMenu)
const Translation = lazyComponent(async () => (await import('./translation.tsx')).Translation)
const Unsent = lazyComponent(async () => (await import('./unsent.tsx')).Unsent)
const MediaBubble = lazyComponent(async () => (await import('../media/media-bubble.tsx')).MediaBubble)

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

/** Loads the menus before their first tap, and what stands below a message that is not on its way. */
export function preloadMenus(): void {
  void SentMenu.preload()
  void WaitingMenu.preload()
  void Unsent.preload()
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
  const bubble = useRef<HTMLDivElement>(null)
  const canOpen = message ? message.kind !== 'deleted' : mark === 'sending'
  const { button, place, open, close } = useMenuPlace(bubble, canOpen, onMenu)
  const menuLabel = message ? t`React or reply` : t`Copy or delete`
  const MenuIcon = message ? SmilePlus : Ellipsis
  const touch = useTouch({ onLongPress: open, onSwipe: () => message && canOpen && onReply(message) })
  const kind = (message ?? file)?.kind ?? 'text'
  const isLarge = !replyTo && kind === 'text' && isLoneEmoji(content)
  const foreign = useForeignLanguage(isMine || content === '' ? null : content)

  function onContextMenu(event: MouseEvent): void {
    if (!canOpen || !getSelection()?.isCollapsed) return // the browser's own menu copies a selection
    event.preventDefault()
    open()
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
          {replyTo && <Quoted quote={replyTo} partnerName={partnerName} onQuote={onQuote} />}
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
      {foreign && (
        <Suspense>
          <Translation text={content} from={foreign} />
        </Suspense>
      )}
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
      {mark === 'failed' && outboxMessageId && (
        <Suspense>
          <Unsent id={outboxMessageId} failure={failure} canRetry={file?.bytes !== null} />
        </Suspense>
      )}
    </li>
  )
})
