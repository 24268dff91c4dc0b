import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { keepScrollPosition, restoreScrollPosition } from './scroll-positions.ts'

interface ScrollAreaProps {
  area: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** Scrolling part of the layout; Back, Forward and a reload return to where the user was. */
export function ScrollArea({ area, children }: ScrollAreaProps) {
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
      data-scroll-area
      className="flex min-h-0 flex-1 flex-col overflow-y-auto animate-page has-data-save-bar:scroll-pb-24"
    >
      {children}
    </div>
  )
}
