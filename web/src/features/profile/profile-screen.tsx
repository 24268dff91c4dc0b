import { useQuery } from '@tanstack/react-query'
import { LogOut, MessageSquareHeart, Settings } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { clientConfigQuery } from '../../queries/client-config.ts'
import { useLogout } from '../../queries/user.ts'
import { useUser } from '../../queries/user-context.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'

export function ProfileScreen() {
  const user = useUser()
  const { data: config } = useQuery(clientConfigQuery)
  const logout = useLogout()

  function leave(): void {
    // a promise and no callbacks of mutate: this screen is gone by the time that they would be called
    logout.mutateAsync().then(
      () => toast('Logged out', 'You have been logged out successfully'),
      (error: Error) => toastError('Logout failed', error.message),
    )
  }

  const row = 'justify-start'
  return (
    <main className="flex flex-col gap-6 p-5">
      <section aria-label="You" className="flex flex-col items-center gap-1 pt-4 text-center">
        <span className="rounded-full gradient-zing p-1">
          <Avatar name={user.name} photo={user.selfie} className="size-32 border-4 border-bg" />
        </span>
        <h2 className="mt-2 text-2xl">{user.name}</h2>
        <p className="text-ink-2">@{user.username}</p>
        <p className="text-ink-2">
          {user.age} · <span className="capitalize">{user.gender || 'Not specified'}</span>
        </p>
      </section>
      <div className="flex flex-col gap-2">
        <Button variant="outline" size="lg" wide className={row}>
          <Settings aria-hidden className="size-5 text-ink-2" strokeWidth={1.75} />
          Account Settings
        </Button>
        <a
          href={config?.feedbackUrl}
          target="_blank"
          rel="noreferrer"
          className={classNames(buttonStyle({ variant: 'outline', size: 'lg', wide: true }), row)}
        >
          <MessageSquareHeart aria-hidden className="size-5 text-ink-2" strokeWidth={1.75} />
          Give feedback
        </a>
        <Button
          variant="outline"
          size="lg"
          wide
          disabled={logout.isPending}
          onClick={leave}
          className={classNames(row, 'text-bad')}
        >
          {logout.isPending ? <Spinner /> : <LogOut aria-hidden className="size-5" strokeWidth={1.75} />}
          {logout.isPending ? 'Logging out...' : 'Log Out'}
        </Button>
      </div>
    </main>
  )
}
