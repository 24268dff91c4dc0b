import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { userQuery } from '../queries/session/user.ts'
import { documentTitle } from './layout/page-title.ts'

/** Sets the document title by route and announces it to screen readers. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const { data: user } = useQuery({ ...userQuery, enabled: false }) // the screens fetch it
  const title = documentTitle(pathname, user?.role)
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
