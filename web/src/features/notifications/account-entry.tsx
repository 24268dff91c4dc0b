import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import type { AccountChange } from '@zing/proto/notifications'
import { KeyRound, Laptop, Smartphone } from 'lucide-react'
import { deviceName, isPhone } from '../../lib/device/device-name.ts'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { type AccountNotification, useReadNotifications } from '../../queries/notifications.ts'

interface AccountEntryProps {
  notification: AccountNotification
  onClose: () => void
}

/** Tapping the entry goes to the account, where the user can undo what a stranger has done. */
export function AccountEntry({ notification, onClose }: AccountEntryProps) {
  const { id, payload, createdAt } = notification
  const leaveTo = useLeaveLayers()
  const { readOne } = useReadNotifications()
  const { title, hint } = wordsOf(notification)
  const device = deviceName(payload)
  const Icon = iconOf(notification)

  function tap(): void {
    readOne.mutate(id)
    void leaveTo(clientRoutes.account, onClose)
  }

  return (
    <li className="rounded-card border border-line bg-surface p-3">
      <button type="button" onClick={tap} className="flex w-full min-w-0 items-center gap-3 rounded-xl text-start">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-2">
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">{t`${title}: ${device}`}</span>
          <span className="block text-sm">{hint}</span>
          <span className="block text-[13px] text-ink-2">
            <time dateTime={createdAt} title={exactTime(createdAt)}>
              {shortTime(createdAt)}
            </time>
          </span>
        </span>
      </button>
    </li>
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
