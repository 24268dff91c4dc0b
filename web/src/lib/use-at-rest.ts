import { clientRoutes } from '@zing/proto/client-routes'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useStore } from './create-store.ts'
import { layers } from './layers.ts'
import { POPUP_REST_MS } from './limits.ts'
import { isChat } from './screen-paths.ts'

/** Screens on which the user is in the middle of something. */
const BUSY: string[] = [clientRoutes.auth, clientRoutes.camera, clientRoutes.editProfile, clientRoutes.discovery]
const TEXT_FIELD = 'input, textarea, select'

/**
 * Calls `onRest` `delayMs` after mount, but only once the screen has been at rest for POPUP_REST_MS: nothing is open, no
 * field has the focus, and the user is not in a chat, a form or at the camera.
 */
export function useAtRest(delayMs: number, onRest: () => void): void {
  const [dueAt] = useState(() => Date.now() + delayMs)
  const callback = useRef(onRest)
  callback.current = onRest
  const isAtRest = useIsAtRest()

  useEffect(() => {
    if (!isAtRest) return
    const timer = setTimeout(() => callback.current(), Math.max(dueAt - Date.now(), POPUP_REST_MS))
    return () => clearTimeout(timer)
  }, [isAtRest, dueAt])
}

function useIsAtRest(): boolean {
  const { pathname } = useLocation()
  const hasLayers = useStore(layers).length > 0
  const isTyping = useSyncExternalStore(followFocus, hasFieldFocus)
  return !hasLayers && !isTyping && !BUSY.includes(pathname) && !isChat(pathname)
}

function followFocus(listener: () => void): () => void {
  document.addEventListener('focusin', listener)
  document.addEventListener('focusout', listener)
  return () => {
    document.removeEventListener('focusin', listener)
    document.removeEventListener('focusout', listener)
  }
}

function hasFieldFocus(): boolean {
  return document.activeElement?.matches(TEXT_FIELD) ?? false
}
