import { REACTIONS, type ReactionEmoji } from '@zing/proto/messages'
import { clsx } from 'clsx'
import { Copy, Reply } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { focusAtOnce } from '../../lib/focus-at-once.ts'
import { useLayer } from '../../lib/layers.ts'
import { entryFor } from '../../ui/menu.tsx'

const NAMES: Record<ReactionEmoji, string> = {
  '❤️': 'Love',
  '😂': 'Laugh',
  '😮': 'Wow',
  '😢': 'Sad',
  '👍': 'Like',
  '🔥': 'Fire',
}
const WIDTH_PX = 292
const HEIGHT_PX = 120
const GAP_PX = 8

interface MessageMenuProps {
  /** Of the bubble, in the window. */
  place: DOMRect
  isMine: boolean
  own: ReactionEmoji | null
  onReact: (emoji: ReactionEmoji) => void
  onReply: () => void
  onCopy: () => void
  onClose: () => void
}

/** Six emoji and what else can be done with a message; keys as in `Menu`. */
export function MessageMenu({ place, isMine, own, onReact, onReply, onCopy, onClose }: MessageMenuProps) {
  useLayer(true, onClose)

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isEnd = event.key === 'Escape' || event.key === 'Tab'
    const entry = event.target instanceof HTMLElement ? entryFor(event.key, event.target) : undefined
    if (!isEnd && !entry) return
    event.preventDefault()
    if (isEnd) onClose()
    else entry?.focus()
  }

  const left = isMine ? place.right - WIDTH_PX : place.left
  const above = place.top - HEIGHT_PX - GAP_PX
  const entry = 'flex min-h-11 flex-1 items-center justify-center gap-2 rounded-[10px] font-semibold hover:bg-surface-2'
  return (
    <>
      <div aria-hidden className="fixed inset-0 z-20" onPointerDown={onClose} />
      <div
        role="menu"
        aria-label="React or reply"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="fixed z-30 rounded-(--radius-input) border border-line bg-surface p-1.5 shadow-float animate-page"
        style={{
          width: WIDTH_PX,
          left: Math.max(GAP_PX, Math.min(left, window.innerWidth - WIDTH_PX - GAP_PX)),
          top: above > GAP_PX ? above : Math.min(place.bottom + GAP_PX, window.innerHeight - HEIGHT_PX - GAP_PX),
        }}
      >
        <div className="flex">
          {REACTIONS.map((emoji, index) => (
            <button
              key={emoji}
              ref={index === 0 ? focusAtOnce : null}
              type="button"
              role="menuitemradio"
              aria-checked={emoji === own}
              aria-label={NAMES[emoji]}
              onClick={() => onReact(emoji)}
              className={clsx(
                'grid h-12 flex-1 place-items-center rounded-[10px] text-2xl hover:bg-surface-2',
                emoji === own && 'bg-surface-2 ring-2 ring-zing ring-inset',
              )}
            >
              {emoji}
            </button>
          ))}
        </div>
        <div className="mt-1 flex border-t border-line pt-1">
          <button type="button" role="menuitem" onClick={onReply} className={entry}>
            <Reply aria-hidden className="size-5" strokeWidth={1.75} />
            Reply
          </button>
          <button type="button" role="menuitem" onClick={onCopy} className={entry}>
            <Copy aria-hidden className="size-5" strokeWidth={1.75} />
            Copy
          </button>
        </div>
      </div>
    </>
  )
}
