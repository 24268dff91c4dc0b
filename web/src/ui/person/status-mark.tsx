import { t } from '@lingui/core/macro'
import type { DeliveryStatus } from '@zing/proto/messages'
import { clsx } from 'clsx'
import { Check, CheckCheck, CircleAlert, Clock3, type LucideIcon } from 'lucide-react'

export type Mark = DeliveryStatus | 'sending' | 'failed'

const marks = (): Record<Mark, { icon: LucideIcon; text: string }> => ({
  sending: { icon: Clock3, text: t`Sending` },
  failed: { icon: CircleAlert, text: t`Not sent` },
  sent: { icon: Check, text: t`Sent` },
  delivered: { icon: CheckCheck, text: t`Delivered` },
  read: { icon: CheckCheck, text: t`Read` },
})

/** Status of an own message; `inWords` instead of an icon. */
export function StatusMark({ mark, inWords = false }: { mark: Mark; inWords?: boolean }) {
  const { icon: Icon, text } = marks()[mark]
  return (
    <>
      {!inWords && <Icon aria-hidden className={clsx('size-4 shrink-0', mark === 'read' && 'text-ok')} />}
      <span className={inWords ? "before:me-1 before:content-['·']" : 'sr-only'}>{text}</span>
    </>
  )
}
