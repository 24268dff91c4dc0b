import { clsx } from 'clsx'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { focusTitle } from '../lib/input/title-focus.ts'

/** The h1 of a screen. It takes the focus after a change of route, so that reading and tabbing begin at the new screen. */
export function ScreenTitle({ className, ...props }: ComponentProps<'h1'>) {
  const { pathname } = useLocation()
  const title = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (title.current) focusTitle(title.current, pathname)
  }, [pathname])

  return <h1 ref={title} tabIndex={-1} className={clsx('outline-hidden', className)} {...props} />
}
