import { PRODUCT_NAME } from '@zing/proto/product'
import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Without the server nobody can say who this is. It is asked again at once when the network is back. */
export function OfflineNotice({ onRetry }: { onRetry: () => unknown }) {
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])

  return (
    <main className="grid flex-1 place-items-center">
      <EmptyState
        title="You are offline"
        hint={`${PRODUCT_NAME} is back as soon as your connection is.`}
        drawing="lost"
        isPage
      >
        <Button onClick={onRetry}>Try Again</Button>
      </EmptyState>
    </main>
  )
}
