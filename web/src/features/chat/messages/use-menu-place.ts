import { type RefObject, useEffect, useRef, useState } from 'react'

interface Menu {
  /** The button beside the bubble, which gets the focus back. */
  button: RefObject<HTMLButtonElement | null>
  /** The bubble's place while its menu is open; else null. */
  place: DOMRect | null
  open: () => void
  close: () => void
}

/** The menu of a bubble. `onMenu` is called when it opens or closes. */
export function useMenuPlace(
  bubble: RefObject<HTMLElement | null>,
  canOpen: boolean,
  onMenu: (isOpen: boolean) => void,
): Menu {
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<DOMRect | null>(null)
  const hasMenu = place !== null

  useEffect(() => {
    if (!hasMenu) return
    onMenu(true)
    return () => onMenu(false)
  }, [hasMenu, onMenu])

  // the menu follows a bubble that messages below have moved
  useEffect(() => {
    const list = bubble.current?.closest('ol')
    if (!hasMenu || !list) return
    const observer = new ResizeObserver(() => setPlace(bubble.current?.getBoundingClientRect() ?? null))
    observer.observe(list)
    return () => observer.disconnect()
  }, [hasMenu, bubble])

  return {
    button,
    place,
    open: () => void (canOpen && setPlace(bubble.current?.getBoundingClientRect() ?? null)),
    close() {
      setPlace(null)
      button.current?.focus()
    },
  }
}
