import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { REACTIONS, type ReactionEmoji } from '@zing/proto/messages'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { focusAtOnce } from '../../../lib/input/focus-at-once.ts'
import { useLayer } from '../../../lib/layers/layers.ts'
import { entryFor } from '../../../ui/dialogs/menu.tsx'

const NAMES: Record<ReactionEmoji, MessageDescriptor> = {
  '❤️': msg`Love`,
  '😂': msg`Laugh`,
  '😮': msg`Wow`,
  '😢': msg`Sad`,
  '👍': msg({ message: 'Like', context: 'a reaction' }),
  '🔥': msg`Fire`,
}
const WIDTH_PX = 292
const ROW_PX = 60
const GAP_PX = 8

interface MessageMenuProps {
  label: string
  /** Position of the bubble in the window. */
  place: DOMRect
  isMine: boolean
  /** Absent for a message that was not sent. */
  reactions?: { own: ReactionEmoji | null; onReact: (emoji: ReactionEmoji) => void }
  items: { icon: ReactNode; text: string; onSelect: () => void }[]
  onClose: () => void
}

/** Six emoji and further actions for a message; keys as in `Menu`. */
export function MessageMenu({ label, place, isMine, reactions, items, onClose }: MessageMenuProps) {
  useLayer(true, onClose)

  // a touch that opens the menu gives the focus back to the list
  useEffect(() => {
    const onEscape = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && onClose()
    document.addEventListener('keydown', onEscape)
    return () => document.removeEventListener('keydown', onEscape)
  }, [onClose])

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isEnd = event.key === 'Tab'
    const entry = event.target instanceof HTMLElement ? entryFor(event.key, event.target) : undefined
    if (!isEnd && !entry) return
    event.preventDefault()
    if (isEnd) onClose()
    else entry?.focus()
  }

  const height = reactions ? 2 * ROW_PX : ROW_PX
  const isRtl = document.documentElement.dir === 'rtl'
  const left = isMine === isRtl ? place.left : place.right - WIDTH_PX
  const above = place.top - height - GAP_PX
  const closeAnd = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <>
      <div aria-hidden className="fixed inset-0 z-20" onPointerDown={onClose} />
      <div
        role="menu"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="fixed z-30 divide-y divide-line rounded-(--radius-input) border border-line bg-surface px-1.5 py-0.5 shadow-float animate-page"
        style={{
          width: WIDTH_PX,
          left: Math.max(GAP_PX, Math.min(left, window.innerWidth - WIDTH_PX - GAP_PX)),
          top: above > GAP_PX ? above : Math.min(place.bottom + GAP_PX, window.innerHeight - height - GAP_PX),
        }}
      >
        {reactions && (
          <div className="flex py-1">
            {REACTIONS.map((emoji, index) => (
              <button
                key={emoji}
                ref={index === 0 ? focusAtOnce : null}
                type="button"
                role="menuitemradio"
                aria-checked={emoji === reactions.own}
                aria-label={t(NAMES[emoji])}
                onClick={closeAnd(() => reactions.onReact(emoji))}
                className={clsx(
                  'grid h-12 flex-1 place-items-center rounded-[10px] text-2xl hover:bg-surface-2',
                  emoji === reactions.own && 'bg-surface-2 ring-2 ring-zing ring-inset',
                )}
              >
                {emoji}
              </button>
            ))}
          </div>
        )}
        <div className="flex py-1">
          {items.map(({ icon, text, onSelect }, index) => (
            <button
              key={text}
              ref={index === 0 && !reactions ? focusAtOnce : null}
              type="button"
              role="menuitem"
              onClick={closeAnd(onSelect)}
              className={clsx(
                'flex min-h-11 flex-1 items-center justify-center rounded-[10px] font-semibold hover:bg-surface-2',
                items.length > 2 ? 'flex-col text-[13px]' : 'gap-2',
              )}
            >
              {icon}
              {text}
            </button>
          ))}
        </div>
      </div>
    </>
  )
}
