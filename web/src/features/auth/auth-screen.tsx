import { t } from '@lingui/core/macro'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { INVITATION } from '@zing/proto/client-routes'
import type { Suspension } from '@zing/proto/moderation/decisions'
import { Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { chooseLanguage } from '../../lib/language/choice.ts'
import { useLayer } from '../../lib/layers/layers.ts'
import type { CropDialogComponent } from '../../lib/photos/crop-dialog.ts'
import { useCommunity } from '../../lib/state/community.ts'
import { useStore } from '../../lib/state/create-store.ts'
import { readStored } from '../../lib/state/stored.ts'
import { whenIdle } from '../../lib/view/when-idle.ts'
import { communityQuery, registrationQuery } from '../../queries/community.ts'
import { endedSession, screenAfterLogin } from '../../queries/session/ended-session.ts'
import { userQuery } from '../../queries/session/user.ts'
import { LanguageSelect } from '../../ui/language-select.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Redirect } from '../../ui/redirect.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { ScreenSpinner, Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { LoginForm } from './login-form.tsx'
import { SignUp } from './sign-up.tsx'
import { DRAFT_KEY, SignUpDraft } from './sign-up-draft.ts'

const RecoverForm = lazyComponent(async () => (await import('./recover-form.tsx')).RecoverForm)
const SuspensionNotice = lazyComponent(async () => (await import('./suspension-notice.tsx')).SuspensionNotice)

const tabList = () =>
  [
    { value: 'login', label: t`Login` },
    { value: 'sign-up', label: t`Sign Up` },
  ] as const
type Tab = ReturnType<typeof tabList>[number]['value']

interface AuthScreenProps {
  CropDialog: CropDialogComponent
  /** Loads the first screen after the login. */
  loadNext: () => unknown
}

/** Login and sign-up. A signed-in user goes on to the feed, or to the screen where the session ended. */
export function AuthScreen({ CropDialog, loadNext }: AuthScreenProps) {
  useEffect(() => whenIdle(loadNext), [loadNext])
  const { name } = useCommunity()
  const isInvited = useSearchParams()[0].has(INVITATION)
  const isNew = useLocation().state?.isNew === true || isInvited
  const [tab, setTab] = useState<Tab>(() =>
    isNew || readStored(sessionStorage, DRAFT_KEY, SignUpDraft) !== null ? 'sign-up' : 'login',
  )
  const [isRecovering, setRecovering] = useState(false)
  const [suspension, setSuspension] = useState<Suspension | null>(null)
  useLayer(isRecovering, () => setRecovering(false))
  useLayer(suspension !== null, () => setSuspension(null))
  const user = useQuery(userQuery)
  const ended = useStore(endedSession)
  usePrefetchQuery(registrationQuery(null))
  usePrefetchQuery(communityQuery)
  if (user.isPending) return <ScreenSpinner label={t`Loading`} isPage />
  if (user.data) return <Redirect to={screenAfterLogin(user.data.id, ended)} />

  return (
    <div data-barless className="safe-top safe-bottom flex flex-1 flex-col px-5 pb-8 animate-page low-window:pb-3">
      <header className="flex items-center justify-between gap-2 py-4 low-window:py-1 landscape-phone:py-0">
        <Link to="/" aria-label={t`${name}, home`} className="-ms-1 min-w-0 rounded-full p-1">
          <Wordmark className="inline-flex text-3xl low-window:text-2xl [&>svg]:text-zing" />
        </Link>
        <LanguageSelect onChange={(tag) => void chooseLanguage(tag)} className="max-w-1/2 truncate text-ink-2" />
      </header>
      <main>
        <ScreenTitle className="sr-only">{t`Log in or sign up`}</ScreenTitle>
        {ended && !suspension && (
          <p
            role="status"
            className="mb-5 rounded-card bg-surface-2 px-4 py-3 text-center"
          >{t`Your session has ended. Log in to go on where you were.`}</p>
        )}
        <Tabs
          label={t`Log in or sign up`}
          tabs={tabList()}
          value={tab}
          onChange={setTab}
          listClassName="mb-6 low-window:mb-4 landscape-phone:mb-2"
        >
          {tab === 'login' ? (
            <Suspense fallback={<Spinner className="mx-auto my-16 size-8 text-zing" />}>
              <Login
                isRecovering={isRecovering}
                suspension={suspension}
                onRecover={setRecovering}
                onSuspended={setSuspension}
              />
            </Suspense>
          ) : (
            <SignUp CropDialog={CropDialog} onLogin={() => setTab('login')} />
          )}
        </Tabs>
      </main>
    </div>
  )
}

interface LoginProps {
  isRecovering: boolean
  /** The suspension that refused the last login. */
  suspension: Suspension | null
  onRecover: (isRecovering: boolean) => void
  onSuspended: (suspension: Suspension | null) => void
}

function Login({ isRecovering, suspension, onRecover, onSuspended }: LoginProps) {
  function leaveNotice(): void {
    onSuspended(null)
    onRecover(false)
  }

  if (suspension) return <SuspensionNotice suspension={suspension} onBack={leaveNotice} />
  if (isRecovering) return <RecoverForm onBack={() => onRecover(false)} onSuspended={onSuspended} />
  return <LoginForm onForgot={() => onRecover(true)} onSuspended={onSuspended} />
}
