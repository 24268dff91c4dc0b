import { clientRoutes } from '@zing/proto/client-routes'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useFieldFocus } from '../input/use-field-focus.ts'
import { layers } from '../layers/layers.ts'
import { POPUP_REST_MS } from '../limits.ts'
import { useStore } from '../state/create-store.ts'
import { isChat } from './screen-paths.ts'

/** Screens on which the user is in the middle of something. */
const BUSY: string[] = [
  clientRoutes.auth,
  clientRoutes.camera,
  clientRoutes.verification,
  clientRoutes.editProfile,
  clientRoutes.discovery,
]
/** Events of a user at work: a popup in the middle of a swipe would take the card away. */
const GESTURES = ['pointerdown', 'pointermove', 'keydown', 'scroll']

/**
 * Calls `onRest` each time the screen has rested for POPUP_REST_MS, beginning `delayMs` after mount. At rest nothing is
 * open and no field has the focus. The user is not in a chat, in a form or at the camera, and touches nothing.
 */
export function useAtRest(delayMs: number, onRest: () => void): void {
  const [dueAt] = useState(() => Date.now() + delayMs)
  const callback = useRef(onRest)
  callback.current = onRest
  const isAtRest = useIsAtRest()

  useEffect(() => {
    if (!isAtRest) return
    let timer: ReturnType<typeof setTimeout>
    function restart(): void {
      clearTimeout(timer)
      timer = setTimeout(() => callback.current(), Math.max(dueAt - Date.now(), POPUP_REST_MS))
    }
    restart()
    for (const gesture of GESTURES) document.addEventListener(gesture, restart, true)
    return () => {
      clearTimeout(timer)
      for (const gesture of GESTURES) document.removeEventListener(gesture, restart, true)
    }
  }, [isAtRest, dueAt])
}

function useIsAtRest(): boolean {
  const { pathname } = useLocation()
  const hasLayers = useStore(layers).length > 0
  const isTyping = useFieldFocus()
  return !hasLayers && !isTyping && !BUSY.includes(pathname) && !isChat(pathname)
}
