import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { hasCode } from '../../lib/http/call.ts'
import { setupCheckQuery } from '../../queries/session/set-up.ts'
import { userQuery } from '../../queries/session/user.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { SetupDone } from './setup-done.tsx'
import { SetupForm } from './setup-form.tsx'

/** Sets a new community up with the one-time link of the log. Its token is in the hash, which no server logs. */
export function SetupScreen() {
  const [token] = useState(useLocation().hash.slice(1))
  const user = useQuery(userQuery)
  const isKeeper = user.data?.role === 'admin'
  const check = useQuery({ ...setupCheckQuery(token), enabled: token !== '' && !user.isPending && !isKeeper })
  if (user.isPending || check.isLoading) return <ScreenSpinner label={t`Loading`} isPage />
  const isOver = !isKeeper && hasCode(check.error, 'SETUP_OVER')
  return (
    <div data-barless className="safe-top safe-bottom mx-auto flex w-full max-w-lg flex-1 flex-col px-5 animate-page">
      <main className="flex flex-col gap-6 py-8">
        <ScreenTitle className="text-3xl">{titleOf(isKeeper, isOver)}</ScreenTitle>
        {isKeeper && <SetupDone />}
        {isOver && <Over message={check.error?.message} />}
        {!isKeeper && token && !isOver && <SetupForm token={token} />}
        {!isKeeper && !token && <p>{t`Please open the whole link of the log. It ends with a long word after a #.`}</p>}
      </main>
    </div>
  )
}

function titleOf(isKeeper: boolean, isOver: boolean): string {
  if (isKeeper) return t`All set`
  return isOver ? t`The setup is over` : t`Set up your community`
}

function Over({ message }: { message: string | undefined }) {
  return (
    <>
      <p>{message}</p>
      <Link to={clientRoutes.auth} className={buttonStyle({ size: 'lg', wide: true })}>{t`Log in or sign up`}</Link>
    </>
  )
}
