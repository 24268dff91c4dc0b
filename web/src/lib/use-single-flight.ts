import { useRef } from 'react'

/** Ignores calls while an earlier one is running: `disabled` stops a double tap only from the next render on. */
export function useSingleFlight<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<void> {
  const isRunning = useRef(false)
  return async (...args) => {
    if (isRunning.current) return
    isRunning.current = true
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
