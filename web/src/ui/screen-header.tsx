import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonStyle } from './button.tsx'

interface ScreenHeaderProps {
  /** Path of the screen above this one, and the text of its link. */
  back: string
  backLabel: string
  title: ReactNode
  /** The key that leads back too. */
  backKey?: string
  /** Controls at the end of the row. */
  children?: ReactNode
}

/** Heading of a screen below another one, with the way back. */
export function ScreenHeader({ back, backLabel, backKey, title, children }: ScreenHeaderProps) {
  return (
    <div data-screen-header className="flex flex-wrap items-center gap-1">
      <Link
        to={back}
        aria-label={backLabel}
        aria-keyshortcuts={backKey}
        title={backKey && `${backLabel} (${backKey})`}
        className={buttonStyle({ variant: 'ghost', size: 'icon' })}
      >
        <ArrowLeft aria-hidden className="size-6 rtl:-scale-x-100" strokeWidth={1.75} />
      </Link>
      <h2 className="min-w-32 flex-1 text-2xl [overflow-wrap:anywhere] max-[360px]:text-xl">{title}</h2>
      {children}
    </div>
  )
}
