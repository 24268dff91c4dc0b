import { t } from '@lingui/core/macro'
import { getClientConfig } from '@zing/proto/http/client-config'
import { useEffect } from 'react'
import { OFFLINE, useOnline } from '../lib/device/online.ts'
import { call } from '../lib/http/call.ts'
import { SERVER_PROBE_MS } from '../lib/limits.ts'
import { useCommunity } from '../lib/state/community.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shown when the session cannot be checked; retries when the browser is online again, and when the server responds. */
export function ConnectionErrorScreen({ onRetry }: { onRetry: () => unknown }) {
  const isOnline = useOnline()
  const { name } = useCommunity()

  useEffect(() => {
    // not the session itself, whose fetch shows a spinner in place of this screen
    const probe = window.setInterval(() => call(null, getClientConfig).then(onRetry, () => {}), SERVER_PROBE_MS)
    window.addEventListener('online', onRetry)
    return () => {
      clearInterval(probe)
      window.removeEventListener('online', onRetry)
    }
  }, [onRetry])

  return (
    <main className="grid flex-1 place-items-center">
      <EmptyState
        title={isOnline ? t`${name} cannot be reached` : t(OFFLINE)}
        hint={isOnline ? t`Please try again in a moment.` : t`${name} is back as soon as your connection is.`}
        drawing="lost"
        isPage
      >
        <Button onClick={onRetry}>{t`Try Again`}</Button>
      </EmptyState>
    </main>
  )
}
