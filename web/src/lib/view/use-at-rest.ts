import { clientRoutes } from '@zing/proto/client-routes'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useFieldFocus } from '../input/use-field-focus.ts'
import { layers } from '../layers/layers.ts'
import { POPUP_REST_MS } from '../limits.ts'
import { useStore } from '../state/create-store.ts'
import { isChat } from './screen-paths.ts'

/** Screens on which the user is in the middle of something. */
const BUSY: string[] = [clientRoutes.auth, clientRoutes.camera, clientRoutes.editProfile, clientRoutes.discovery]
/** What a user does with the screen: a popup in the middle of a swipe would take the card out of the hand. */
const GESTURES = ['pointerdown', 'pointermove', 'keydown', 'scroll']

/**
 * From `delayMs` after mount on, calls `onRest` each time that the screen has been at rest for POPUP_REST_MS: nothing is open,
 * no field has the focus, the user is not in a chat, a form or at the camera, and does not move, press or scroll anything.
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
