import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface SectionLoadingProps {
  /** Says that it is loading, and that this failed. */
  texts: { loading: string; failed: string }
  query: Pick<UseQueryResult, 'isPending' | 'isLoadingError' | 'error' | 'refetch'>
}

/** Shows a spinner while the section's list is loading, and the error if it could not be loaded. */
export function SectionLoading({ texts, query: { isPending, isLoadingError, error, refetch } }: SectionLoadingProps) {
  if (isPending)
    return (
      <output aria-label={texts.loading} className="grid min-h-16 place-items-center text-zing">
        <Spinner />
      </output>
    )
  if (!isLoadingError) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 p-4">
      <p>
        {texts.failed} {error?.message}
      </p>
      <Button variant="outline" size="sm" onClick={() => refetch()}>{t`Try Again`}</Button>
    </div>
  )
}
