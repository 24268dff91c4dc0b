import { type ReactNode, ViewTransition } from 'react'

interface SharedElementProps {
  kind: 'card' | 'avatar'
  userId: number
  /** True if another element of the screen has the same kind and user. */
  isOff?: boolean
  children: ReactNode
}

/**
 * One element of two screens: it moves and grows to its new place where the browser has view transitions. A screen shows
 * each kind and user at most once.
 */
export function SharedElement({ kind, userId, isOff = false, children }: SharedElementProps) {
  return (
    <ViewTransition name={isOff ? undefined : `${kind}-${userId}`} share={isOff ? 'none' : 'auto'} default="none">
      {children}
    </ViewTransition>
  )
}
