import { t } from '@lingui/core/macro'
import type { BodyInputOf } from '@zing/proto/endpoint'
import type { updateAccount } from '@zing/proto/http/account'
import type { User } from '@zing/proto/profiles/users'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { useCommunity } from '../../lib/state/community.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { useUpdateAccount } from '../../queries/session/own-account.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Section } from './section.tsx'

export function VisibilitySection() {
  const { hidden, showOnline = true } = useUser()
  const { features } = useCommunity()
  return (
    <Section
      title={t`Visibility`}
      hint={
        features.presence
          ? t`While you're hidden, nobody new finds you. Your matches and chats stay. Only matches can see when you're online.`
          : t`While you're hidden, nobody new finds you. Your matches and chats stay.`
      }
    >
      <Setting
        text={t`Hide me from the feed`}
        isOn={hidden}
        change={{ hidden: !hidden }}
        done={(user) => (user.hidden ? t`You are hidden` : t`You're back in the feed`)}
      />
      {features.presence && (
        <Setting
          text={t`Show matches when I'm online`}
          isOn={showOnline}
          change={{ showOnline: !showOnline }}
          done={(user) =>
            user.showOnline === false ? t`Matches no longer see when you're online` : t`Matches see when you're online`
          }
        />
      )}
    </Section>
  )
}

interface SettingProps {
  text: string
  isOn: boolean
  change: BodyInputOf<typeof updateAccount>
  /** Title of the toast. */
  done: (user: User) => string
}

function Setting({ text, isOn, change, done }: SettingProps) {
  const { mutateAsync, isPending } = useUpdateAccount()

  const toggle = useSingleFlight(() =>
    mutateAsync(change).then(
      (user) => announce(done(user)),
      (error: Error) => toastError(t`Couldn't change your visibility`, error.message),
    ),
  )

  return <Switch text={text} isOn={isOn} isBusy={isPending} className="min-h-14 px-4 py-2" onToggle={toggle} />
}
