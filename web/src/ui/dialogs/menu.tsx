import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { alongText } from '../../lib/input/along-text.ts'
import { focusAtOnce } from '../../lib/input/focus-at-once.ts'
import { useLayer } from '../../lib/layers/layers.ts'
import { buttonStyle } from '../button.tsx'

interface MenuItem {
  icon: ReactNode
  text: string
  isDanger?: boolean
  onSelect: () => void
}

interface MenuProps {
  label: string
  icon: ReactNode
  items: readonly MenuItem[]
  className?: string | undefined
}

/**
 * Button with a menu. The arrow keys move between its entries; Escape, Tab, Back and a click outside close it and return
 * the focus.
 */
export function Menu({ label, icon, items, className = buttonStyle({ variant: 'ghost', size: 'icon' }) }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayer(isOpen, close)

  function close(): void {
    setOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>): void {
    const isEnd = event.key === 'Escape' || event.key === 'Tab'
    const entry = entryFor(event.key, event.currentTarget)
    if (!isEnd && !entry) return
    event.preventDefault()
    if (isEnd) close()
    else entry?.focus()
  }

  function select(item: MenuItem): void {
    close()
    item.onSelect()
  }

  return (
    <div className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={className}
      >
        {icon}
      </button>
      {isOpen && (
        <>
          <div aria-hidden className="fixed inset-0 z-20" onClick={close} />
          <div
            role="menu"
            aria-label={label}
            className="absolute top-full end-0 z-30 mt-1 min-w-52 rounded-(--radius-input) border border-line bg-surface p-1.5 shadow-float"
          >
            {items.map((item, index) => (
              <button
                key={item.text}
                ref={index === 0 ? focusAtOnce : null}
                type="button"
                role="menuitem"
                onClick={() => select(item)}
                onKeyDown={onKeyDown}
                className={clsx(
                  'flex min-h-11 w-full items-center gap-2 rounded-[10px] px-3 font-semibold whitespace-nowrap hover:bg-surface-2',
                  item.isDanger && 'text-bad',
                )}
              >
                {item.icon}
                {item.text}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  )
}

/** Returns the entry to which a key moves from the current one; the first follows the last. */
export function entryFor(pressed: string, current: HTMLElement): HTMLElement | undefined {
  const key = alongText(pressed)
  const entries = [...(current.closest('[role="menu"]')?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const index = entries.indexOf(current)
  if (key === 'ArrowDown' || key === 'ArrowRight') return entries[(index + 1) % entries.length]
  if (key === 'ArrowUp' || key === 'ArrowLeft') return entries.at(index - 1)
  if (key === 'Home') return entries[0]
  if (key === 'End') return entries.at(-1)
  return undefined
}
