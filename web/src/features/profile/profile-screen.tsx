import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import {
  BadgeCheck,
  Camera,
  Gavel,
  LogOut,
  type LucideIcon,
  MessageSquareHeart,
  Pencil,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Store,
  UserPlus,
} from 'lucide-react'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { useCommunity } from '../../lib/state/community.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { scrollBehavior } from '../../lib/view/motion.ts'
import { useMayInvite } from '../../queries/invitations.ts'
import { clientConfigQuery } from '../../queries/session/client-config.ts'
import { useLogout } from '../../queries/session/user.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AgeCheck } from './age-check.tsx'
import { LikesSection } from './likes-section.tsx'
import { OwnCard } from './own-card.tsx'
import { VeiledNotice } from './photos/veiled-notice.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { verificationRowText } from './verification-words.ts'

const AdminPanel = lazyComponent(async () => (await import('./admin/admin-panel.tsx')).AdminPanel, 'staff')

export function ProfileScreen() {
  const user = useUser()
  const mayInvite = useMayInvite()
  const { data: config } = useQuery(clientConfigQuery)
  const { features } = useCommunity()
  const logout = useLogout()
  const [isAdminOpen, setAdminOpen] = useState(false)

  const settings = useRef<HTMLHeadingElement>(null)

  function showSettings(): void {
    settings.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' })
    settings.current?.focus({ preventScroll: true })
  }

  const logOut = useSingleFlight(() =>
    // not with mutate's callbacks, which would not run: this screen unmounts first
    logout.mutateAsync().then(
      () => toast(t`Logged out`, t`You have been logged out successfully`),
      (error: Error) => toastError(t`Logout failed`, error.message),
    ),
  )

  const row = 'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-start font-semibold outline-offset-[-3px]'
  return (
    <main className="flex flex-col gap-6 p-5">
      <OwnCard onSettings={showSettings} />
      {user.photos[0]?.isVeiled && <VeiledNotice />}
      <AgeCheck />
      <LikesSection />
      <RecoveryCard />
      <section aria-labelledby="settings" className="flex flex-col gap-2">
        <h3
          id="settings"
          ref={settings}
          tabIndex={-1}
          className="flex scroll-mt-5 items-center gap-2 text-lg outline-none"
        >
          <Settings aria-hidden className="size-5 text-ink-2" strokeWidth={1.75} />
          {t`Settings`}
        </h3>
        <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          <Link to={clientRoutes.camera} state={{ isFromProfile: true }} className={row}>
            <Entry icon={Camera}>{t`Update Profile Photo`}</Entry>
          </Link>
          <Link to={clientRoutes.editProfile} className={row}>
            <Entry icon={Pencil}>{t`Edit Profile`}</Entry>
          </Link>
          {(config?.verification ?? 'off') !== 'off' && (
            <Link to={clientRoutes.verification} className={row}>
              <Entry icon={BadgeCheck}>{verificationRowText(user.verification)}</Entry>
            </Link>
          )}
          <Link to={clientRoutes.discovery} state={{ isFromProfile: true }} className={row}>
            <Entry icon={SlidersHorizontal}>{t`Who you see`}</Entry>
          </Link>
          <Link to={clientRoutes.account} className={row}>
            <Entry icon={Settings}>{t`Account Settings`}</Entry>
          </Link>
          {user.role && (
            <Link to={clientRoutes.moderation} className={row}>
              <Entry icon={Gavel}>{t`Moderation`}</Entry>
            </Link>
          )}
          {mayInvite && (
            <Link to={user.role ? clientRoutes.adminInvitations : clientRoutes.invitations} className={row}>
              <Entry icon={UserPlus}>{t`Invite people`}</Entry>
            </Link>
          )}
          {user.role === 'admin' && (
            <Link to={clientRoutes.admin} className={row}>
              <Entry icon={Store}>{t`Community`}</Entry>
            </Link>
          )}
          <a href={config?.feedbackUrl} target="_blank" rel="noreferrer" className={row}>
            <Entry icon={MessageSquareHeart}>{t`Give feedback`}</Entry>
          </a>
          <button type="button" disabled={logout.isPending} onClick={logOut} className={clsx(row, 'text-bad')}>
            {logout.isPending ? (
              <Spinner />
            ) : (
              <LogOut aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={1.75} />
            )}
            {logout.isPending ? t`Logging out...` : t`Log Out`}
          </button>
          {features.pinPanel && (
            <button type="button" aria-haspopup="dialog" onClick={() => setAdminOpen(true)} className={row}>
              <Entry icon={ShieldCheck}>{t`Admin Panel`}</Entry>
            </button>
          )}
        </div>
      </section>
      {isAdminOpen && (
        <Suspense>
          <AdminPanel onClose={() => setAdminOpen(false)} />
        </Suspense>
      )}
    </main>
  )
}

function Entry({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden className="size-5 text-ink-2" strokeWidth={1.75} />
      {children}
    </>
  )
}
