import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import type { AccountChange } from '@zing/proto/notifications'
import { KeyRound, Laptop, Smartphone } from 'lucide-react'
import { deviceName, isPhone } from '../../lib/device/device-name.ts'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import type { AccountNotification } from '../../queries/notifications.ts'
import { NoticeEntry } from './notice-entry.tsx'

interface AccountEntryProps {
  notification: AccountNotification
  onClose: () => void
}

/** Tapping the entry goes to the account, where the user can undo what a stranger has done. */
export function AccountEntry({ notification, onClose }: AccountEntryProps) {
  const leaveTo = useLeaveLayers()
  const { title, hint } = wordsOf(notification)
  const device = deviceName(notification.payload)
  return (
    <NoticeEntry
      notification={notification}
      Icon={iconOf(notification)}
      title={t`${title}: ${device}`}
      hint={hint}
      onTap={() => void leaveTo(clientRoutes.account, onClose)}
    />
  )
}

interface Words {
  title: string
  /** Advises a user who did not make the change. */
  hint: string
}

const newDevice = (): Words => ({ title: t`New login`, hint: t`Not you? Log it out and change your password.` })
const changeWords = (): Record<AccountChange, Words> => ({
  'passkey-added': { title: t`Passkey added`, hint: t`Not you? Remove it and change your password.` },
  'recovery-codes-created': {
    title: t`New recovery codes`,
    hint: t`Not you? Change your password, then create new codes.`,
  },
  'password-changed': { title: t`Password changed`, hint: t`Not you? Change it again and check your devices.` },
  'account-recovered': { title: t`Recovery code used`, hint: t`Not you? Change your password, then create new codes.` },
})

function wordsOf(notification: AccountNotification): Words {
  return notification.type === 'NEW_DEVICE' ? newDevice() : changeWords()[notification.payload.change]
}

function iconOf({ type, payload }: AccountNotification) {
  if (type === 'ACCOUNT_CHANGE') return KeyRound
  return isPhone(payload) ? Smartphone : Laptop
}
