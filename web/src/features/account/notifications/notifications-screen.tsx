import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { NotificationSettings } from '@zing/proto/web-push'
import { useCommunity } from '../../../lib/state/community.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { notificationSettingsQuery, useNotificationSettings } from '../../../queries/push.ts'
import { CheckBox } from '../../../ui/inputs/check-box.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { ScreenSpinner } from '../../../ui/spinner.tsx'
import { Section } from '../section.tsx'
import { PushDevices } from './push-devices.tsx'

const types = () =>
  [
    ['likes', t`Likes`],
    ['matches', t`Matches`],
    ['messages', t`Messages`],
  ] as const
const NIGHT = { from: '22:00', to: '07:00' }

/** Settings for notifications while the app is closed; each change is saved at once. */
export function NotificationsScreen() {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(notificationSettingsQuery)
  if (isPending) return <ScreenSpinner label={t`Loading your settings`} />
  if (isLoadingError) return <LoadFailure title={t`Couldn't load your settings`} error={error} onRetry={refetch} />
  const { devices, ...settings } = data
  return (
    <main className="flex flex-col gap-6 p-5">
      <ScreenHeader back={clientRoutes.account} backLabel={t`Back to Account`} title={t`Notifications`} />
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
      { onError: (error) => toastError(t`Couldn't save your settings`, error.message) },
    )
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

  return (
    <>
      <Section title={t`Notify me about`} hint={t`Notifications never show photos or what someone wrote.`}>
        <div className="px-4 py-1">
          {types().map(([name, label]) => (
            <CheckBox
              key={name}
              label={label}
              checked={settings[name]}
              onChange={() => save({ [name]: !settings[name] })}
            />
          ))}
          {features.webPushNames && (
            <CheckBox
              label={t`Show names`}
              hint={t`On your lock screen too.`}
              checked={settings.names}
              onChange={() => save({ names: !settings.names })}
            />
          )}
        </div>
      </Section>
      <Section title={t`Quiet hours`} hint={t`Only the number on the app icon changes.`}>
        <div className="px-4 py-1">
          <CheckBox
            label={t`No notifications at night`}
            checked={quietHours !== null}
            onChange={() => save({ quietHours: quietHours ? null : { ...NIGHT, timeZone } })}
          />
          {quietHours && (
            <div className="grid grid-cols-2 gap-3 pb-4">
              {(['from', 'to'] as const).map((end) => (
                <Field
                  key={end}
                  label={
                    end === 'from'
                      ? t({ message: 'From', context: 'a time of day' })
                      : t({ message: 'Until', context: 'a time of day' })
                  }
                >
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
