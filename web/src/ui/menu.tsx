import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { focusAtOnce } from '../lib/focus-at-once.ts'
import { useLayer } from '../lib/layers.ts'
import { buttonStyle } from './button.tsx'

interface MenuProps {
  label: string
  icon: ReactNode
  item: { icon: ReactNode; text: string; onSelect: () => void }
}

/** Button with a menu of one entry; Escape, Tab, Back and a press outside close it and return the focus. */
export function Menu({ label, icon, item }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayer(isOpen, close)

  function close(): void {
    setOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' && event.key !== 'Tab') return
    event.preventDefault()
    close()
  }

  function select(): void {
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
        className={buttonStyle({ variant: 'ghost', size: 'icon' })}
      >
        {icon}
      </button>
      {isOpen && (
        <>
          <div aria-hidden className="fixed inset-0 z-20" onPointerDown={close} />
          <div
            role="menu"
            aria-label={label}
            className="absolute top-full right-0 z-30 mt-1 min-w-52 rounded-(--radius-input) border border-line bg-surface p-1.5 shadow-float"
          >
            <button
              ref={focusAtOnce}
              type="button"
              role="menuitem"
              onClick={select}
              onKeyDown={onKeyDown}
              className="flex min-h-11 w-full items-center gap-2 rounded-[10px] px-3 font-semibold whitespace-nowrap text-bad hover:bg-surface-2"
            >
              {item.icon}
              {item.text}
            </button>
          </div>
        </>
      )}
    </div>
  )
}
