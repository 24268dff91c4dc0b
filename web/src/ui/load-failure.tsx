import { t } from '@lingui/core/macro'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailureProps {
  title: string
  error: Error | null
  onRetry: () => unknown
  /** Renders the title as h1, on a screen without another heading. */
  isPage?: boolean
}

/** Says why something could not be loaded, and tries again on request. */
export function LoadFailure({ title, error, onRetry, isPage = false }: LoadFailureProps) {
  return (
    <EmptyState title={title} hint={error?.message ?? ''} drawing="lost" isPage={isPage}>
      <Button onClick={() => onRetry()}>{t`Try Again`}</Button>
    </EmptyState>
  )
}

/** The same for a whole screen. */
export function ScreenFailure(props: LoadFailureProps) {
  return (
    <main className="grid flex-1 place-items-center">
      <LoadFailure {...props} />
    </main>
  )
}
