import type { ReactNode } from 'react'
import { ScreenTitle } from './screen-title.tsx'

export type Drawing = 'users' | 'chat' | 'bell' | 'lost'

const PATHS: Record<Drawing, ReactNode> = {
  users: (
    <>
      <circle cx="44" cy="46" r="16" />
      <circle cx="78" cy="50" r="13" />
      <path d="M16 98c2-20 14-30 28-30s26 10 28 30M72 96c1-12 5-20 13-24 12 1 20 10 22 26" />
    </>
  ),
  chat: (
    <>
      <path d="M20 34c0-7 5-12 12-12h46c7 0 12 5 12 12v24c0 7-5 12-12 12H48L30 86V70c-6-1-10-6-10-12z" />
      <path d="M40 46h.1M55 46h.1M70 46h.1" strokeWidth="6" />
    </>
  ),
  bell: (
    <>
      <path d="M34 78c6-6 6-14 6-26a20 20 0 0 1 40 0c0 12 0 20 6 26z" />
      <path d="M52 88a8 8 0 0 0 16 0" />
    </>
  ),
  lost: (
    <>
      <circle cx="58" cy="54" r="32" />
      <path d="M46 46h.1M70 46h.1M46 70c4-6 20-6 24 0" strokeWidth="4" />
      <path d="m82 78 18 18" />
    </>
  ),
}

/** Drawing, title and action for a list that is empty or failed to load. */
export function EmptyState({
  title,
  hint,
  drawing,
  isPage = false,
  children,
}: {
  title: string
  hint?: string
  drawing: Drawing
  /** Renders the title as h1, on a screen without another heading. */
  isPage?: boolean
  children?: ReactNode
}) {
  const Title = isPage ? ScreenTitle : 'h2'
  return (
    <div className="flex flex-col items-center gap-2 px-8 py-14 text-center animate-rise">
      <svg
        viewBox="0 0 120 110"
        aria-hidden="true"
        className="mb-2 h-28 text-zing"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <ellipse cx="60" cy="58" rx="56" ry="46" fill="var(--color-surface-2)" stroke="none" />
        {PATHS[drawing]}
        <path d="m100 12-9 13h7l-2 11 10-14h-7z" fill="currentColor" stroke="none" />
      </svg>
      <Title className="text-xl">{title}</Title>
      {hint && <p className="text-ink-2">{hint}</p>}
      {children && <div className="mt-4">{children}</div>}
    </div>
  )
}
