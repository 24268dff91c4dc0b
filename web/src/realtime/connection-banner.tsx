import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { OFFLINE, useOnline } from '../lib/device/online.ts'
import { RECONNECT_BANNER_DELAY_MS } from '../lib/limits.ts'
import { timeAgo } from '../lib/text/relative-time.ts'
import { conversationsQuery } from '../queries/chat/conversations.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useRealtime } from './realtime-context.ts'

interface ConnectionBannerProps {
  /** Lies over a screen with a header of its own, below that header, instead of moving the screen down. */
  isOver: boolean
}

/** Shows a banner after two seconds without a socket. */
export function ConnectionBanner({ isOver }: ConnectionBannerProps) {
  const { status } = useRealtime()
  const isOnline = useOnline()
  const keptAt = useKeptAt()
  const isConnected = status === 'connected'
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    if (isConnected) return setShown(false)
    const timer = setTimeout(() => setShown(true), RECONNECT_BANNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isConnected])

  return (
    <output className="block">
      {isShown && (
        <span
          data-connection-banner // moves the toasts down: styles.css
          className={clsx(
            'flex h-8 items-center justify-center gap-2 bg-surface-2 text-sm text-ink-2',
            isOver && 'absolute inset-x-0 top-[calc(4rem+env(safe-area-inset-top))] z-20',
          )}
        >
          {isOnline ? <Spinner className="size-4" /> : <WifiOff aria-hidden className="size-4" strokeWidth={1.75} />}
          {isOnline ? t`Reconnecting...` : t(OFFLINE)} {keptAt && <span>{t`Last updated ${timeAgo(keptAt)}`}</span>}
        </span>
      )}
    </output>
  )
}

/** When this device has kept the conversations that it shows; null once the server has told of them. */
function useKeptAt(): string | null {
  const client = useQueryClient()
  const { dataUpdatedAt } = useQuery({ ...conversationsQuery, enabled: false }) // the screens fetch them
  const isKept = dataUpdatedAt > 0 && client.getQueryState(conversationsQuery.queryKey)?.dataUpdateCount === 0
  return isKept ? new Date(dataUpdatedAt).toISOString() : null
}
