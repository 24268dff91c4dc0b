import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface ShowMoreProps {
  page: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** Space around the button, in a list without any. */
  className?: string
}

/** Loads the next page of a list; nothing at its end. */
export function ShowMore({ page, className }: ShowMoreProps): ReactNode {
  if (!page.hasNextPage) return null
  return (
    <div className={className}>
      <Button
        variant="outline"
        wide
        disabled={page.isFetchingNextPage}
        onClick={() => page.fetchNextPage()}
      >{t`Show more`}</Button>
    </div>
  )
}
