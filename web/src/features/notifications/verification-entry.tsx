import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { BadgeCheck, ShieldQuestionMark } from 'lucide-react'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import type { VerificationNotification } from '../../queries/notifications.ts'
import { NoticeEntry } from './notice-entry.tsx'

interface VerificationEntryProps {
  notification: VerificationNotification
  onClose: () => void
}

/** Tapping the entry goes to the verification, with the reason of a refusal and the way to try again. */
export function VerificationEntry({ notification, onClose }: VerificationEntryProps) {
  const leaveTo = useLeaveLayers()
  const { verified } = notification.payload
  return (
    <NoticeEntry
      notification={notification}
      Icon={verified ? BadgeCheck : ShieldQuestionMark}
      title={verified ? t`You've been verified` : t`You weren't verified`}
      hint={verified ? t`Others see the badge beside your name.` : t`See what the moderators say, and try again.`}
      isGood={verified}
      onTap={() => void leaveTo(clientRoutes.verification, onClose)}
    />
  )
}
