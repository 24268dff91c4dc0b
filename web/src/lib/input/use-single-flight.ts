import { useRef } from 'react'
import { dropErrorToast } from '../state/toast-store.ts'

/**
 * Ignores calls while an earlier one is running: `disabled` stops a double tap only from the next render on. A new attempt
 * removes the error of the last one from the screen.
 */
export function useSingleFlight<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<void> {
  const isRunning = useRef(false)
  return async (...args) => {
    if (isRunning.current) return
    isRunning.current = true
    dropErrorToast()
    try {
      await action(...args)
    } finally {
      // after the render that a success causes, which TanStack Query schedules with a timer too
      setTimeout(() => {
        isRunning.current = false
      })
    }
  }
}
