import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleAlert, Trash2 } from 'lucide-react'
import { discard, retry, sendAnyway } from '../../../queries/chat/outbox.ts'

interface UnsentProps {
  /** Id in the outbox. */
  id: string
  /** Why the server refused the message; null for a photo about which its sender is asked. */
  failure: string | null
  canRetry: boolean
}

/** Below a message that is not on its way: why, and what its sender can do. */
export function Unsent({ id, failure, canRetry }: UnsentProps) {
  const client = useQueryClient()
  const action = 'inline-flex min-h-11 items-center gap-1 px-1 text-sm font-semibold'
  return (
    <div className="flex max-w-[82%] flex-col items-end pt-1 text-end">
      <p className={clsx('px-1 text-sm [overflow-wrap:anywhere]', failure === null ? 'text-warn' : 'text-bad')}>
        {failure ?? t`This photo may show nudity. Send it anyway?`}
      </p>
      <div className="flex flex-wrap justify-end gap-x-3">
        <button type="button" onClick={() => discard(client, id)} className={clsx(action, 'text-ink-2')}>
          <Trash2 aria-hidden className="size-4" />
          {t`Delete`}
        </button>
        {failure === null && (
          <button type="button" onClick={() => sendAnyway(client, id)} className={clsx(action, 'text-zing')}>
            {t`Send it anyway`}
          </button>
        )}
        {failure !== null && canRetry && (
          <button type="button" onClick={() => retry(client, id)} className={clsx(action, 'text-bad')}>
            <CircleAlert aria-hidden className="size-4" />
            {t`Failed, tap to retry`}
          </button>
        )}
      </div>
    </div>
  )
}
