import { useEffect } from 'react'
import { whenIdle } from '../lib/view/when-idle.ts'
import { AuthScreen, FeedScreen, SignedIn } from './screens.ts'

/** The screens that follow: a newcomer goes from the landing to the first face without a spinner. */
const NEXT = { landing: [AuthScreen], auth: [SignedIn, FeedScreen] }

/** Loads the next screens of a visitor while this one is read. */
export function LoadNext({ after }: { after: keyof typeof NEXT }) {
  useEffect(() => whenIdle(() => void Promise.all(NEXT[after].map((screen) => screen.preload()))), [after])
  return null
}
