import { type ReactNode, ViewTransition } from 'react'

interface SharedElementProps {
  kind: 'card' | 'avatar'
  userId: number
  /** Where another element of the screen has the same kind and user. */
  isOff?: boolean
  children: ReactNode
}

/**
 * One element of two screens: at a change from one to the other it moves and grows to its new place, where the browser has
 * view transitions. No two with the same kind and user may be on one screen.
 */
export function SharedElement({ kind, userId, isOff = false, children }: SharedElementProps) {
  return (
    <ViewTransition name={isOff ? undefined : `${kind}-${userId}`} share={isOff ? 'none' : 'auto'} default="none">
      {children}
    </ViewTransition>
  )
}
