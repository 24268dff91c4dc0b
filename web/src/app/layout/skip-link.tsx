import { t } from '@lingui/core/macro'
import type { MouseEvent, RefObject } from 'react'
import { buttonStyle } from '../../ui/button.tsx'
import { CONTENT_ID } from '../scroll/scroll-area.tsx'

/** The first tab stop of each screen; leads past the rail and the list of conversations. */
export function SkipLink({ area }: { area: RefObject<HTMLElement | null> }) {
  function skip(event: MouseEvent): void {
    event.preventDefault() // no history entry
    area.current?.focus({ preventScroll: true })
  }

  return (
    <a
      href={`#${CONTENT_ID}`}
      onClick={skip}
      className={`${buttonStyle({ size: 'sm' })} absolute start-2 top-2 z-50 not-focus:sr-only`}
    >{t`Skip to content`}</a>
  )
}
