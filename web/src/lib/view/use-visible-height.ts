import { useEffect } from 'react'

/** A smaller covered part of the window is no keyboard. */
const KEYBOARD_MIN_PX = 100

/**
 * Sets `--visible-height` while a keyboard covers a part of the window, but not under a dialog. Safari moves the window up
 * instead of resizing it, so that the header leaves the screen. Other browsers follow `interactive-widget`.
 */
export function useVisibleHeight(): void {
  useEffect(() => {
    const view = window.visualViewport
    const { style } = document.documentElement
    if (!view) return
    function follow({ height, scale }: VisualViewport): void {
      const visible = height * scale
      const focused = document.activeElement
      const isCovered = window.innerHeight - visible > KEYBOARD_MIN_PX && !focused?.closest('[aria-modal]')
      style.setProperty('--visible-height', isCovered ? `${visible}px` : '')
      if (!isCovered) return
      window.scrollTo(0, 0)
      focused?.scrollIntoView({ block: 'nearest' })
    }
    const onResize = () => follow(view)
    view.addEventListener('resize', onResize)
    return () => {
      view.removeEventListener('resize', onResize)
      style.setProperty('--visible-height', '')
    }
  }, [])
}
