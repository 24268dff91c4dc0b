import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { Tabs } from 'radix-ui'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { closeLayers } from '../../lib/layers.ts'
import { readStored } from '../../lib/stored.ts'
import { userQuery } from '../../queries/user.ts'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { TAB, TAB_LIST } from '../../ui/tabs.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import { LoginForm } from './login-form.tsx'
import { SignUp } from './sign-up.tsx'
import { DRAFT_KEY, SignUpDraft } from './sign-up-draft.ts'

/** Login and sign-up; redirects to the feed as soon as a user is signed in. */
export function AuthScreen() {
  const isNew = useLocation().state?.isNew === true
  const user = useQuery(userQuery)
  if (user.isPending) return <ScreenSpinner label="Loading" />
  if (user.data) return <LeaveFor path={clientRoutes.feed} />

  const isSigningUp = isNew || readStored(sessionStorage, DRAFT_KEY, SignUpDraft) !== null
  return (
    <div className="safe-top safe-bottom flex flex-1 flex-col px-5 pb-8 animate-page">
      <header className="flex justify-center py-6">
        <Link to="/" aria-label="Zing, home" className="rounded-full p-1">
          <Wordmark className="inline-flex text-3xl [&>svg]:text-zing" />
        </Link>
      </header>
      <main>
        <h1 className="sr-only">Log in or sign up</h1>
        <Tabs.Root defaultValue={isSigningUp ? 'sign-up' : 'login'}>
          <Tabs.List aria-label="Log in or sign up" className={clsx(TAB_LIST, 'mb-6 grid-cols-2')}>
            <Tabs.Trigger value="login" className={TAB}>
              Login
            </Tabs.Trigger>
            <Tabs.Trigger value="sign-up" className={TAB}>
              Sign Up
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="login" className="outline-hidden">
            <LoginForm />
          </Tabs.Content>
          <Tabs.Content value="sign-up" className="outline-hidden">
            <SignUp />
          </Tabs.Content>
        </Tabs.Root>
      </main>
    </div>
  )
}

/** Redirects once the history entry of sign-up step 2 is gone, so that Back does not lead to it. */
function LeaveFor({ path }: { path: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    void closeLayers().then(() => navigate(path, { replace: true }))
  }, [navigate, path])
  return <ScreenSpinner label="Loading" />
}
