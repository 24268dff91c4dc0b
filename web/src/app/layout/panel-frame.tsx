import type { ReactNode } from 'react'

interface PanelFrameProps {
  title: string
  /** Name of the landmark, if not the title. */
  label?: string
  children: ReactNode
}

/** The side panel with its title, which leaves room for the bell. */
export function PanelFrame({ title, label = title, children }: PanelFrameProps) {
  return (
    <aside aria-label={label} className="flex w-80 shrink-0 flex-col border-s border-line">
      <p className="box-content flex h-16 shrink-0 items-center border-b border-line bg-surface ps-4 pe-16 font-display text-xl font-bold">
        <bdi className="truncate">{title}</bdi>
      </p>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </aside>
  )
}
