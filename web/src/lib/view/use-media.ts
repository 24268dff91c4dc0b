import { useCallback, useSyncExternalStore } from 'react'

/** Room for a rail beside the column; the same query as in styles.css. */
export const RAIL = '(min-width: 1024px), (orientation: landscape) and (max-height: 500px)'
/** Room for the frame: the conversations stand beside every screen. */
export const WIDE = '(min-width: 1024px)'
/** Room for a side panel too. */
export const WIDEST = '(min-width: 1280px)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener?.('change', onChange) // missing in jsdom's stub
      return () => list.removeEventListener?.('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
