import type { BodyInputOf } from '@zing/proto/endpoint'
import type { updateAccount } from '@zing/proto/http/account'
import type { User } from '@zing/proto/profiles/users'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { useUpdateAccount } from '../../queries/session/account.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Section } from './section.tsx'
import { SwitchRow } from './switch-row.tsx'

export function VisibilitySection() {
  const { hidden, showOnline = true } = useUser()
  return (
    <Section
      title="Visibility"
      hint="Nobody new finds you while you are hidden. Your matches and chats go on. Only matches can see when you are online."
    >
      <Setting
        text="Hide me from the feed"
        isOn={hidden}
        change={{ hidden: !hidden }}
        done={(user) => (user.hidden ? 'You are hidden' : 'You are on the feed again')}
      />
      <Setting
        text="Show matches when I am online"
        isOn={showOnline}
        change={{ showOnline: !showOnline }}
        done={(user) => (user.showOnline === false ? 'You no longer appear online' : 'Matches see when you are online')}
      />
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
      (error: Error) => toastError('The visibility was not changed', error.message),
    ),
  )

  return <SwitchRow text={text} isOn={isOn} isBusy={isPending} onToggle={toggle} />
}
