import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { documentTitle } from './page-title.ts'

/** The browser's title follows the route, and screen readers hear it. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const title = documentTitle(pathname)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    document.title = title
    setAnnounced(title)
  }, [title])
  return (
    <output aria-live="polite" className="sr-only">
      {announced}
    </output>
  )
}
