import type { ReactNode } from 'react'
import { Wordmark } from '../../ui/wordmark.tsx'

/**
 * Narrow column, centred on a decorated background on wide screens. `data-wide` gives a screen a wider column, `data-panes`
 * the frame of up to 1,500 px between its borders.
 */
export function PageShell({ children }: { children: ReactNode }) {
  return (
    <div className="group relative min-h-dvh overflow-x-clip">
      <div aria-hidden className="pointer-events-none fixed inset-0 hidden md:block">
        <div className="absolute -top-40 -start-40 size-[36rem] rounded-full bg-hot opacity-15 blur-3xl" />
        <div className="absolute -end-40 -bottom-40 size-[36rem] rounded-full bg-warm opacity-15 blur-3xl" />
        <Wordmark className="absolute bottom-8 start-10 hidden text-3xl text-ink-2 group-has-data-panes:opacity-0 group-has-data-rail:opacity-0 group-has-data-wide:opacity-0 lg:inline-flex" />
      </div>
      <div className="relative mx-auto flex min-h-dvh w-full max-w-md flex-col bg-bg has-data-panes:max-w-[1502px]! has-data-wide:max-w-5xl rail-phone:max-w-none rail-phone:border-x-0 md:border-x md:border-line max-[1502px]:has-data-panes:border-x-0">
        {children}
      </div>
    </div>
  )
}
