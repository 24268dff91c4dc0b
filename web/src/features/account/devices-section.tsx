import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { AccountSession } from '@zing/proto/accounts/sessions'
import { SESSION_IDLE_SECONDS } from '@zing/proto/limits'
import { Laptop, Smartphone } from 'lucide-react'
import { useRef } from 'react'
import { deviceName, isPhone } from '../../lib/device/device-name.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { exactTime, timeAgo, wholeDays } from '../../lib/text/relative-time.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../../queries/session/account.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ActionRow, Section } from './section.tsx'
import { SectionLoading } from './section-loading.tsx'

export function DevicesSection() {
  const query = useQuery(sessionsQuery)
  const { data: sessions } = query
  const list = useRef<HTMLUListElement>(null)
  const focusList = () => list.current?.focus() // the button that had the focus is gone
  return (
    <Section
      title={t`Devices`}
      hint={t`We log you out on devices you haven't used for ${wholeDays(SESSION_IDLE_SECONDS * 1_000)}.`}
    >
      <SectionLoading
        texts={{ loading: t`Loading your devices`, failed: t`Couldn't load your devices.` }}
        query={query}
      />
      {sessions && (
        <ul ref={list} tabIndex={-1} aria-label={t`Your devices`} className="divide-y divide-line outline-hidden">
          {sessions.map((session) => (
            <Device key={session.id} session={session} onEnded={focusList} />
          ))}
        </ul>
      )}
      {sessions?.some(({ current }) => !current) && <SignOutOthers onEnded={focusList} />}
    </Section>
  )
}

function Device({ session, onEnded }: { session: AccountSession; onEnded: () => void }) {
  const { mutateAsync, isPending } = useEndSession()
  const { current, createdAt, lastUsedAt } = session
  const name = deviceName(session)
  const Icon = isPhone(session) ? Smartphone : Laptop

  const signOut = useSingleFlight(() =>
    mutateAsync(session.id).then(
      () => {
        announce(t`Device logged out`, name)
        onEnded()
      },
      (failure: Error) => toastError(t`Couldn't log out that device`, failure.message),
    ),
  )

  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-3">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        {current ? (
          <p className="text-sm font-semibold text-ok">{t`This device`}</p>
        ) : (
          <p className="text-sm text-ink-2">
            <time dateTime={lastUsedAt} title={exactTime(lastUsedAt)}>
              {t`Last used ${timeAgo(lastUsedAt)}`}
            </time>
          </p>
        )}
        <p className="text-sm text-ink-2">
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {t`Logged in ${timeAgo(createdAt)}`}
          </time>
        </p>
      </div>
      {!current && (
        <Button variant="outline" size="sm" aria-busy={isPending} aria-label={t`Log out ${name}`} onClick={signOut}>
          {isPending && <Spinner className="size-4" />}
          {t`Log out`}
        </Button>
      )}
    </li>
  )
}

function SignOutOthers({ onEnded }: { onEnded: () => void }) {
  const { mutateAsync, isPending } = useEndOtherSessions()
  const signOut = useSingleFlight(() =>
    mutateAsync().then(
      () => {
        announce(t`Logged out everywhere else`)
        onEnded()
      },
      (failure: Error) => toastError(t`Couldn't log out your other devices`, failure.message),
    ),
  )
  return <ActionRow isDanger aria-busy={isPending} onClick={signOut}>{t`Log out all other devices`}</ActionRow>
}
