import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { NotificationSettings } from '@zing/proto/web-push'
import { useCommunity } from '../../lib/state/community.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { notificationSettingsQuery, useNotificationSettings } from '../../queries/push.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckBox } from '../../ui/inputs/check-box.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { PushDevices } from './push-devices.tsx'
import { Section } from './section.tsx'

const TYPES = [
  ['likes', 'Likes'],
  ['matches', 'Matches'],
  ['messages', 'Messages'],
] as const
const NIGHT = { from: '22:00', to: '07:00' }

/** Settings for notifications while the app is closed; each change is saved at once. */
export function NotificationsScreen() {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(notificationSettingsQuery)
  if (isPending) return <ScreenSpinner label="Loading your settings" />
  if (isLoadingError)
    return (
      <EmptyState title="Couldn't load your settings" hint={error.message} drawing="lost">
        <Button onClick={() => refetch()}>Try Again</Button>
      </EmptyState>
    )
  const { devices, ...settings } = data
  return (
    <main className="flex flex-col gap-6 p-5">
      <ScreenHeader back={clientRoutes.account} backLabel="Back to Account" title="Notifications" />
      <PushDevices devices={devices} />
      <Settings settings={settings} />
    </main>
  )
}

function Settings({ settings }: { settings: NotificationSettings }) {
  const { mutate } = useNotificationSettings()
  const { features } = useCommunity()
  const { quietHours } = settings
  const save = (changed: Partial<NotificationSettings>) =>
    mutate(
      { ...settings, ...changed },
      { onError: (error) => toastError("Couldn't save your settings", error.message) },
    )
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

  return (
    <>
      <Section title="Notify me about" hint="Notifications never show photos or what someone wrote.">
        <div className="px-4 py-1">
          {TYPES.map(([name, label]) => (
            <CheckBox
              key={name}
              label={label}
              checked={settings[name]}
              onChange={() => save({ [name]: !settings[name] })}
            />
          ))}
          {features.webPushNames && (
            <CheckBox
              label="Show names"
              hint="On your lock screen too."
              checked={settings.names}
              onChange={() => save({ names: !settings.names })}
            />
          )}
        </div>
      </Section>
      <Section title="Quiet hours" hint="Only the number on the app icon changes.">
        <div className="px-4 py-1">
          <CheckBox
            label="No notifications at night"
            checked={quietHours !== null}
            onChange={() => save({ quietHours: quietHours ? null : { ...NIGHT, timeZone } })}
          />
          {quietHours && (
            <div className="grid grid-cols-2 gap-3 pb-4">
              {(['from', 'to'] as const).map((end) => (
                <Field key={end} label={end === 'from' ? 'From' : 'Until'}>
                  {(control) => (
                    <Input
                      {...control}
                      type="time"
                      required
                      defaultValue={quietHours[end]}
                      onBlur={({ target: { value } }) =>
                        value &&
                        value !== quietHours[end] &&
                        save({ quietHours: { ...quietHours, [end]: value, timeZone } })
                      }
                    />
                  )}
                </Field>
              ))}
            </div>
          )}
        </div>
      </Section>
    </>
  )
}
