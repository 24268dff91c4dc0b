import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import {
  Camera,
  Gavel,
  LogOut,
  type LucideIcon,
  MessageSquareHeart,
  Pencil,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { clientConfigQuery } from '../../queries/session/client-config.ts'
import { useLogout } from '../../queries/session/user.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AgeCheck } from './age-check.tsx'

const AdminPanel = lazyComponent(async () => (await import('./admin/admin-panel.tsx')).AdminPanel)

export function ProfileScreen() {
  const user = useUser()
  const { data: config } = useQuery(clientConfigQuery)
  const logout = useLogout()
  const [isAdminOpen, setAdminOpen] = useState(false)

  const logOut = useSingleFlight(() =>
    // not with mutate's callbacks, which would not run: this screen unmounts first
    logout.mutateAsync().then(
      () => toast('Logged out', 'You have been logged out successfully'),
      (error: Error) => toastError('Logout failed', error.message),
    ),
  )

  const row = 'flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left font-semibold outline-offset-[-3px]'
  return (
    <main className="flex flex-col gap-6 p-5">
      <section aria-label="You" className="flex flex-col items-center gap-1 pt-4 text-center">
        <span className="rounded-full gradient-zing p-1">
          <Avatar name={user.name} photo={user.selfie} className="size-32 border-4 border-bg" />
        </span>
        <h2 dir="auto" className="mt-2 max-w-full text-2xl [overflow-wrap:anywhere]">
          {user.name}
        </h2>
        <p className="max-w-full text-ink-2 [overflow-wrap:anywhere]">@{user.username}</p>
        <p className="max-w-full text-ink-2 [overflow-wrap:anywhere]">
          {user.age} · <bdi className="capitalize">{user.gender || 'Not specified'}</bdi>
        </p>
      </section>
      <AgeCheck />
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        <Link to={clientRoutes.camera} state={{ isFromProfile: true }} className={row}>
          <Entry icon={Camera}>Update Profile Photo</Entry>
        </Link>
        <Link to={clientRoutes.editProfile} className={row}>
          <Entry icon={Pencil}>Edit Profile</Entry>
        </Link>
        <Link to={clientRoutes.discovery} state={{ isFromProfile: true }} className={row}>
          <Entry icon={SlidersHorizontal}>Who you see</Entry>
        </Link>
        <Link to={clientRoutes.account} className={row}>
          <Entry icon={Settings}>Account Settings</Entry>
        </Link>
        {user.role && (
          <Link to={clientRoutes.moderation} className={row}>
            <Entry icon={Gavel}>Moderation</Entry>
          </Link>
        )}
        <a href={config?.feedbackUrl} target="_blank" rel="noreferrer" className={row}>
          <Entry icon={MessageSquareHeart}>Give feedback</Entry>
        </a>
        <button type="button" disabled={logout.isPending} onClick={logOut} className={clsx(row, 'text-bad')}>
          {logout.isPending ? <Spinner /> : <LogOut aria-hidden className="size-5" strokeWidth={1.75} />}
          {logout.isPending ? 'Logging out...' : 'Log Out'}
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => setAdminOpen(true)} className={row}>
          <Entry icon={ShieldCheck}>Admin Panel</Entry>
        </button>
      </div>
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
