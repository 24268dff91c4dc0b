import { PRODUCT_NAME } from '@zing/proto/product'
import { useEffect } from 'react'
import { OFFLINE, useOnline } from '../lib/online.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown when the session cannot be checked; retries when the browser is online again. */
export function ConnectionErrorScreen({ onRetry }: { onRetry: () => unknown }) {
  const isOnline = useOnline()

  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])

  return (
    <main className="grid flex-1 place-items-center">
      <EmptyState
        title={isOnline ? `${PRODUCT_NAME} cannot be reached` : OFFLINE}
        hint={isOnline ? 'Please try again in a moment.' : `${PRODUCT_NAME} is back as soon as your connection is.`}
        drawing="lost"
        isPage
      >
        <Button onClick={onRetry}>Try Again</Button>
      </EmptyState>
    </main>
  )
}
