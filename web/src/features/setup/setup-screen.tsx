import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { userQuery } from '../../queries/session/user.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { SetupDone } from './setup-done.tsx'
import { SetupForm } from './setup-form.tsx'

/** Sets a new community up with the one-time link of the log. Its token is in the hash, which no server logs. */
export function SetupScreen() {
  const [token] = useState(useLocation().hash.slice(1))
  const user = useQuery(userQuery)
  if (user.isPending) return <ScreenSpinner label={t`Loading`} isPage />
  const isKeeper = user.data?.role === 'admin'
  return (
    <div data-barless className="safe-top safe-bottom mx-auto flex w-full max-w-lg flex-1 flex-col px-5 animate-page">
      <main className="flex flex-col gap-6 py-8">
        <ScreenTitle className="text-3xl">{isKeeper ? t`All set` : t`Set up your community`}</ScreenTitle>
        {isKeeper && <SetupDone />}
        {!isKeeper && token && <SetupForm token={token} />}
        {!isKeeper && !token && <p>{t`Please open the whole link of the log. It ends with a long word after a #.`}</p>}
      </main>
    </div>
  )
}
