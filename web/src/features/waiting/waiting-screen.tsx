import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { Application } from '@zing/proto/community/door'
import { ChevronRight, LogOut } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { communityQuery } from '../../queries/community.ts'
import { useLogout, userQuery } from '../../queries/session/user.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Button } from '../../ui/button.tsx'
import { Redirect } from '../../ui/redirect.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { AnswerSection } from './answer-section.tsx'

const POLL_MS = 30_000

interface WaitingScreenProps {
  /** Sections of the account page. */
  ExportSection: ComponentType
  DeleteSection: ComponentType
}

/** Somebody waits here to be let in, or learns that it was a no. */
export function WaitingScreen({ ExportSection, DeleteSection }: WaitingScreenProps) {
  const { status = 'active', application } = useUser()
  useQuery({ ...userQuery, refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' })
  if (status === 'active') return <Redirect to={clientRoutes.feed} />
  return (
    <main className="flex flex-col gap-6 p-5 animate-page">
      <Wordmark className="inline-flex self-center pt-3 text-3xl [&>svg]:text-zing" />
      {status === 'pending' ? <Pending application={application} /> : <Refused reason={application?.reason} />}
      {status === 'refused' && (
        <Suspense fallback={<Spinner className="mx-auto size-6 text-zing" />}>
          <h2 className="sr-only">{t`Your account`}</h2>
          <ExportSection />
          <DeleteSection />
        </Suspense>
      )}
      <LogoutButton />
    </main>
  )
}

function Pending({ application }: { application: Application | undefined }) {
  const { name } = useUser()
  const { data: community } = useQuery(communityQuery)
  const at = community?.name ?? t`this community`
  return (
    <>
      <div className="flex flex-col items-center gap-2 text-center">
        <Hourglass />
        <ScreenTitle className="text-2xl text-balance">
          <Trans>
            You're on the list, <bdi>{name}</bdi>
          </Trans>
        </ScreenTitle>
        <p className="text-ink-2 text-pretty">
          <Trans>
            Someone at <bdi>{at}</bdi> reads every application and lets you in. Usually that takes a day or less. This
            page notices by itself.
          </Trans>
        </p>
      </div>
      {application && <AnswerSection application={application} />}
      <section aria-labelledby="meanwhile" className="flex flex-col gap-2">
        <h2 id="meanwhile" className="px-1 text-lg">{t`Meanwhile`}</h2>
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          <Row to={clientRoutes.editProfile} label={t`Complete your profile`} hint={t`A good photo helps`} />
          <Row to={clientRoutes.account} label={t`Account Settings`} hint={t`Password, devices, your data`} />
        </ul>
        <p className="px-1 text-sm text-ink-2">{t`Nobody but the moderators sees your profile until you're in.`}</p>
      </section>
    </>
  )
}

function Refused({ reason }: { reason: string | undefined }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 text-center">
        <ScreenTitle className="text-2xl text-balance">{t`It's a no, for now`}</ScreenTitle>
        <p className="text-ink-2 text-pretty">{t`The moderators didn't let you in this time. Nobody else sees your profile, and nobody else learns of this.`}</p>
      </div>
      {reason && (
        <dl className="rounded-card border border-line bg-surface p-4">
          <dt className="text-sm text-ink-2">{t`From the moderators`}</dt>
          <dd dir="auto" className="text-ui-start whitespace-pre-wrap [overflow-wrap:anywhere]">
            {reason}
          </dd>
        </dl>
      )}
      <p className="text-sm text-ink-2">{t`They may change their mind: you can leave your account as it is, take a copy of your data, or delete everything.`}</p>
    </div>
  )
}

function Row({ to, label, hint }: { to: string; label: string; hint: string }) {
  return (
    <li>
      <Link to={to} className="flex min-h-14 items-center gap-3 px-4 py-2 outline-offset-[-3px]">
        <span className="flex-1">
          <span className="block font-semibold">{label}</span>
          <span className="block text-sm text-ink-2">{hint}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-2 rtl:-scale-x-100" strokeWidth={1.75} />
      </Link>
    </li>
  )
}

export function LogoutButton() {
  const { mutateAsync, isPending } = useLogout()
  const logOut = useSingleFlight(() =>
    mutateAsync().catch((error: Error) => toastError(t`Logout failed`, error.message)),
  )
  return (
    <Button variant="ghost" wide disabled={isPending} onClick={logOut}>
      {isPending ? <Spinner /> : <LogOut aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />}
      {t`Log Out`}
    </Button>
  )
}

function Hourglass() {
  return (
    <svg
      viewBox="0 0 120 110"
      aria-hidden="true"
      className="h-28 text-zing"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <ellipse cx="60" cy="58" rx="56" ry="46" fill="var(--color-surface-2)" stroke="none" />
      <path d="M38 24h44M38 92h44M44 24c0 18 16 24 16 34S44 74 44 92M76 24c0 18-16 24-16 34s16 16 16 34" />
      <path d="M50 86c3-8 17-8 20 0zM53 40h14" />
      <path d="m100 12-9 13h7l-2 11 10-14h-7z" fill="currentColor" stroke="none" />
    </svg>
  )
}
