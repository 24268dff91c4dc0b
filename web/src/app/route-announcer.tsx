import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { documentTitle } from './page-title.ts'

/** Sets the document title by route and announces it to screen readers. */
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
