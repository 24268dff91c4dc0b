import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

/** One group of the account page: a heading and a card with rows. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h3 id={id} className="px-1 text-lg">
        {title}
      </h3>
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">{children}</div>
      {hint && <p className="px-1 text-sm text-ink-2">{hint}</p>}
    </section>
  )
}

/** Says what a list without entries means. It is as high as the spinner before it, so that nothing below moves. */
export function SectionNote({ children }: { children: ReactNode }) {
  return <p className="grid min-h-16 items-center px-4 py-3 text-ink-2">{children}</p>
}

interface ActionRowProps extends ComponentProps<'button'> {
  isDanger?: boolean
}

/** A row that opens something, or ends it. While it is busy it keeps the focus, which a disabled button loses. */
export function ActionRow({ isDanger = false, children, ...button }: ActionRowProps) {
  return (
    <button
      type="button"
      className={clsx(
        'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start font-semibold outline-offset-[-3px] aria-busy:opacity-50',
        isDanger && 'text-bad',
      )}
      {...button}
    >
      <span className="flex-1">{children}</span>
      {!isDanger && (
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-2 rtl:-scale-x-100" strokeWidth={1.75} />
      )}
    </button>
  )
}
