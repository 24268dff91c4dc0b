import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from './to-entries.ts'

const NEAR_END_PX = 80
/** From here on the way back is long enough for a button. */
const FAR_UP_SCREENS = 2

interface Watched {
  newest: Entry | undefined
  oldestKey: string | undefined
  isTyping: boolean
  /** Called when the user scrolls to the oldest message. */
  onTop: () => void
  /** There are new messages out of sight, or no longer. */
  onNews: (hasNews: boolean) => void
}

interface Following {
  list: RefObject<HTMLDivElement | null>
  isFarUp: boolean
  onScroll: () => void
  /** Called when the menu of a message opens or closes. */
  onMenu: (isOpen: boolean) => void
  /** Stays at a message elsewhere, which is shown next. */
  leaveEnd: () => void
}

/** Keeps a list at its newest message while it is scrolled to the end and no menu is open. */
export function useStayAtEnd({ newest, oldestKey, isTyping, onTop, onNews }: Watched): Following {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const distanceToEnd = useRef(0)
  const hasMenu = useRef(false) // belongs to a message, which must stay where it is
  const [isFarUp, setFarUp] = useState(false)

  const stayAtEnd = useCallback(() => {
    if (isAtEnd.current && !hasMenu.current) scrollToEnd(list.current)
  }, [])

  const onMenu = useCallback(
    (isOpen: boolean) => {
      hasMenu.current = isOpen
      stayAtEnd()
    },
    [stayAtEnd],
  )

  const leaveEnd = useCallback(() => {
    isAtEnd.current = false
  }, [])

  function onScroll(): void {
    const element = list.current
    if (!element) return
    distanceToEnd.current = element.scrollHeight - element.scrollTop
    isAtEnd.current = belowOf(element) < NEAR_END_PX
    if (isAtEnd.current) onNews(false)
    setFarUp(distanceToEnd.current > FAR_UP_SCREENS * element.clientHeight)
    if (element.scrollTop < NEAR_END_PX) onTop()
  }

  // Keeps the scroll position when older messages are inserted above.
  // biome-ignore lint/correctness/useExhaustiveDependencies: exactly when the oldest entry changes
  useLayoutEffect(() => {
    const element = list.current
    if (element && !isAtEnd.current) element.scrollTop = element.scrollHeight - distanceToEnd.current
  }, [oldestKey])

  // biome-ignore lint/correctness/useExhaustiveDependencies: exactly when something new is at the end
  useLayoutEffect(() => {
    if ((isAtEnd.current && !hasMenu.current) || newest?.isMine) scrollToEnd(list.current)
    else if (list.current && belowOf(list.current) >= 1) onNews(true)
  }, [newest?.key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: exactly when the indicator comes or goes
  useLayoutEffect(stayAtEnd, [isTyping])

  // Keeps the newest message in sight when the composer, the connection bar, a keyboard or a bubble grows.
  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(stayAtEnd)
    for (const resized of [element, ...element.children]) observer.observe(resized)
    window.visualViewport?.addEventListener('resize', stayAtEnd)
    return () => {
      observer.disconnect()
      window.visualViewport?.removeEventListener('resize', stayAtEnd)
    }
  }, [stayAtEnd])

  return { list, isFarUp, onScroll, onMenu, leaveEnd }
}

export function scrollToEnd(list: HTMLElement | null): void {
  list?.scrollTo({ top: list.scrollHeight })
}

/** Height of the part that is out of sight below; browsers round it. */
function belowOf({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight
}
