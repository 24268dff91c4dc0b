import type { DeliveryStatus } from '@zing/proto/messages'
import { clsx } from 'clsx'
import { Check, CheckCheck, CircleAlert, Clock3, type LucideIcon } from 'lucide-react'

export type Mark = DeliveryStatus | 'sending' | 'failed'

const MARKS: Record<Mark, { icon: LucideIcon; text: string }> = {
  sending: { icon: Clock3, text: 'Sending' },
  failed: { icon: CircleAlert, text: 'Not sent' },
  sent: { icon: Check, text: 'Sent' },
  delivered: { icon: CheckCheck, text: 'Delivered' },
  read: { icon: CheckCheck, text: 'Read' },
}

/** Status of an own message; `inWords` instead of an icon. */
export function StatusMark({ mark, inWords = false }: { mark: Mark; inWords?: boolean }) {
  const { icon: Icon, text } = MARKS[mark]
  return (
    <>
      {!inWords && <Icon aria-hidden className={clsx('size-4 shrink-0', mark === 'read' && 'text-ok')} />}
      <span className={inWords ? "before:me-1 before:content-['·']" : 'sr-only'}>{text}</span>
    </>
  )
}
