import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { RefreshCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useRefreshFeed } from './use-refresh-feed.ts'

export function RefreshFeed() {
  const { isRefreshing, refresh } = useRefreshFeed()
  return (
    <Button variant="ghost" size="icon" aria-label={t`Refresh feed`} disabled={isRefreshing} onClick={refresh}>
      <RefreshCw aria-hidden className={clsx('size-5', isRefreshing && 'animate-spin')} strokeWidth={1.75} />
    </Button>
  )
}
