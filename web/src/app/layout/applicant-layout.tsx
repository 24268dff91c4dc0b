import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { Suspense, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Redirect } from '../../ui/redirect.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { ScrollArea } from '../scroll/scroll-area.tsx'
import { barTitle } from './page-title.ts'
import { SkipLink } from './skip-link.tsx'

/** The screens of somebody who has not been let in; the server refuses the calls of others. */
const SCREENS: string[] = [clientRoutes.waiting, clientRoutes.editProfile, clientRoutes.camera, clientRoutes.account]

/** Frame without the bars of members, which lead to nothing yet. Every other screen leads back to the waiting screen. */
export function ApplicantLayout() {
  const { pathname } = useLocation()
  const area = useRef<HTMLDivElement>(null)
  if (!SCREENS.includes(pathname)) return <Redirect to={clientRoutes.waiting} />
  const isWaiting = pathname === clientRoutes.waiting
  return (
    <div data-barless={isWaiting || undefined} className="safe-bottom flex h-dvh flex-col">
      <SkipLink area={area} />
      {!isWaiting && (
        <header className="safe-top border-b border-line bg-surface">
          <div className="flex h-14 items-center justify-center">
            <ScreenTitle className="text-xl">{barTitle(pathname)}</ScreenTitle>
          </div>
        </header>
      )}
      <ScrollArea key={pathname} area={area}>
        <Suspense fallback={<ScreenSpinner label={t`Loading`} isPage={isWaiting} />}>
          <Outlet />
        </Suspense>
      </ScrollArea>
    </div>
  )
}
