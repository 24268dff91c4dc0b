import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { PushDevice } from '@zing/proto/web-push'
import { deviceName } from '../../../lib/device/device-name.ts'
import { isIos, thisDevice } from '../../../lib/device/platform.ts'
import { canPush } from '../../../lib/device/push-support.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { usePushHere, useRemovePushDevice } from '../../../queries/push.ts'
import { sessionsQuery } from '../../../queries/session/account.ts'
import { clientConfigQuery } from '../../../queries/session/client-config.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { Button } from '../../../ui/button.tsx'
import { ActionRow, Section } from '../section.tsx'

/** This browser, and the other devices that get notifications. */
export function PushDevices({ devices }: { devices: PushDevice[] }) {
  const others = devices.filter(({ current }) => !current)
  return (
    <Section title={t`Devices`}>
      <ThisDevice isOn={devices.some(({ current }) => current)} />
      {others.length > 0 && <Others devices={others} />}
    </Section>
  )
}

function ThisDevice({ isOn }: { isOn: boolean }) {
  const { data: config } = useQuery(clientConfigQuery)
  const { mutateAsync, isPending } = usePushHere(useUser().id)
  const key = config?.vapidPublicKey
  const toggle = useSingleFlight(() =>
    mutateAsync(isOn ? null : (key ?? null)).catch((error: Error) =>
      toastError(t`Couldn't change your notifications`, error.message),
    ),
  )
  if (!config) return null
  const reason = whyNot(!key)
  if (reason) return <p className="p-4 text-ink-2">{reason}</p>
  return (
    <ActionRow isDanger={isOn} aria-busy={isPending} onClick={toggle}>
      {isOn ? t`Turn off for this device` : t`Turn on for this device`}
    </ActionRow>
  )
}

/** Why this browser cannot be notified; null if it can. */
function whyNot(isOff: boolean): string | null {
  if (isOff) return t`Notifications outside the app aren't set up here.`
  const device = thisDevice()
  if (!canPush())
    return isIos(device) && !device.isInstalled
      ? t`On iOS, add the app to your Home Screen first: Share, then Add to Home Screen.`
      : t`This browser can't show notifications.`
  return Notification.permission === 'denied' ? t`Allow notifications in your browser's settings first.` : null
}

function Others({ devices }: { devices: PushDevice[] }) {
  const { data: sessions = [] } = useQuery(sessionsQuery)
  const { mutateAsync, isPending } = useRemovePushDevice()
  const remove = useSingleFlight((id: string) =>
    mutateAsync(id).catch((error: Error) => toastError(t`Couldn't turn off notifications`, error.message)),
  )
  return (
    <ul aria-label={t`Other devices`} className="divide-y divide-line">
      {devices.map(({ id, sessionId }) => {
        const session = sessions.find((one) => one.id === sessionId)
        const name = session ? deviceName(session) : t`Another device`
        return (
          <li key={id} className="flex min-h-14 items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1 font-semibold">{name}</span>
            <Button
              variant="outline"
              size="sm"
              aria-busy={isPending}
              aria-label={t`Turn off for ${name}`}
              onClick={() => remove(id)}
            >{t`Turn off`}</Button>
          </li>
        )
      })}
    </ul>
  )
}
