import { clientRoutes } from '@zing/proto/client-routes'
import { Laptop, Smartphone } from 'lucide-react'
import { deviceName, isPhone } from '../../lib/device-name.ts'
import { exactTime, shortTime } from '../../lib/relative-time.ts'
import { useLeaveLayers } from '../../lib/use-leave-layers.ts'
import { type DeviceNotification, useReadNotifications } from '../../queries/notifications.ts'

interface DeviceEntryProps {
  notification: DeviceNotification
  onClose: () => void
}

/** Tapping the entry goes to the devices, where a stranger's can be signed out. */
export function DeviceEntry({ notification, onClose }: DeviceEntryProps) {
  const { id, payload, createdAt } = notification
  const leaveTo = useLeaveLayers()
  const { readOne } = useReadNotifications()
  const Icon = isPhone(payload) ? Smartphone : Laptop

  function tap(): void {
    readOne.mutate(id)
    void leaveTo(clientRoutes.account, onClose)
  }

  return (
    <li className="rounded-card border border-line bg-surface p-3">
      <button type="button" onClick={tap} className="flex w-full min-w-0 items-center gap-3 rounded-xl text-left">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-surface-2">
          <Icon aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <span className="min-w-0">
          <span className="block font-semibold">New sign-in: {deviceName(payload)}</span>
          <span className="block text-sm">Not you? Sign it out and change your password.</span>
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
