import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { useSessionStore } from '../../../lib/state/per-session.ts'
import { uploads } from '../../../queries/chat/outbox-upload.ts'

const RADIUS = 10
const LENGTH = 2 * Math.PI * RADIUS

/** Shows the part of a file that is sent; nothing before and after. */
export function UploadRing({ id, className }: { id: string; className?: string }) {
  const part = useSessionStore(uploads).get(id)
  if (part === undefined) return null
  const circle = { cx: 12, cy: 12, r: RADIUS, fill: 'none', strokeWidth: 3, stroke: 'currentColor' }
  return (
    <svg
      role="progressbar"
      aria-label={t`Sending`}
      aria-valuenow={Math.round(100 * part)}
      viewBox="0 0 24 24"
      className={clsx('shrink-0', className)}
    >
      <circle {...circle} opacity={0.3} />
      <circle
        {...circle}
        transform="rotate(-90 12 12)"
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - part)}
      />
    </svg>
  )
}
