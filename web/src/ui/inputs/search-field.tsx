import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

/** Escape and the browser's button empty it. */
export function SearchField({ className, ...input }: ComponentProps<'input'>) {
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-5 text-ink-2"
        strokeWidth={1.75}
      />
      <input
        type="search"
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
        className="min-h-11 w-full rounded-full bg-surface-2 ps-11 pe-3 text-ink placeholder:text-ink-2 not-in-data-tabbing:outline-hidden"
        {...input}
      />
    </div>
  )
}
