import { clsx } from 'clsx'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { keepScrollPosition, restoreScrollPosition } from './scroll-positions.ts'

/** Target of the skip link. */
export const CONTENT_ID = 'content'

interface ScrollAreaProps {
  area: RefObject<HTMLDivElement | null>
  /** The pane is wider than the screen, which stands in its middle. */
  isColumn?: boolean
  children: ReactNode
}

/** Scrolling part of the layout; Back, Forward and a reload return to where the user was. */
export function ScrollArea({ area, isColumn = false, children }: ScrollAreaProps) {
  const location = useLocation()
  const key = location.key + location.pathname // the first entry of every page load has the same key
  const isReturn = useNavigationType() === 'POP'

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each history entry; a closed layer is a return to the same one
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    const stop = isReturn ? restoreScrollPosition(element, key) : () => {}
    const forget = keepScrollPosition(element, key)
    return () => {
      stop()
      forget()
    }
  }, [key, area])

  return (
    <div
      ref={area}
      id={CONTENT_ID}
      tabIndex={-1}
      data-scroll-area
      className={clsx(
        'relative flex min-h-0 flex-1 flex-col overflow-y-auto outline-hidden animate-page has-data-save-bar:scroll-pb-24',
        isColumn && '[scrollbar-gutter:stable_both-edges] *:[main]:mx-auto *:[main]:w-full *:[main]:max-w-md',
      )}
    >
      {children}
    </div>
  )
}
