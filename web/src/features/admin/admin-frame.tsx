import { t } from '@lingui/core/macro'
import { hasRole, type Role } from '@zing/proto/accounts/roles'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { type ComponentType, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router-dom'
import { hasCode } from '../../lib/http/call.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { ConfirmContext } from './confirm-context.ts'

const tabList = (): { to: string; label: string; needed: Role }[] => [
  { to: clientRoutes.admin, label: t`Dashboard`, needed: 'admin' },
  { to: clientRoutes.adminSettings, label: t`Settings`, needed: 'admin' },
  { to: clientRoutes.adminDoor, label: t`Door`, needed: 'admin' },
  { to: clientRoutes.adminInvitations, label: t`Invitations`, needed: 'moderator' },
  { to: clientRoutes.adminRoles, label: t`Roles`, needed: 'admin' },
  { to: clientRoutes.adminHistory, label: t`History`, needed: 'admin' },
]

export type ConfirmDialogComponent = ComponentType<{ onClose: () => void; onConfirmed: () => void }>

interface Question {
  onConfirmed: () => void
  onClose: () => void
}

/** The keeper's screens with their navigation, and the dialog that confirms their changes. */
export function AdminFrame({ ConfirmDialog }: { ConfirmDialog: ConfirmDialogComponent }) {
  const { role } = useUser()
  const [question, setQuestion] = useState<Question | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const tabs = tabList().filter(({ needed }) => hasRole(role, needed))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which tab is the current one
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  const confirm = useCallback(async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch (error) {
      if (!hasCode(error, 'CONFIRM')) throw error
      await new Promise<void>((resolve, reject) => {
        setQuestion({ onConfirmed: resolve, onClose: () => reject(error) })
      }).finally(() => setQuestion(null))
      return action()
    }
  }, [])

  return (
    <ConfirmContext value={confirm}>
      <div data-wide className="flex flex-1 flex-col lg:flex-row">
        {tabs.length > 1 && (
          <nav
            aria-label={t`Community`}
            className="sticky top-0 z-10 border-b border-line bg-bg lg:w-52 lg:shrink-0 lg:self-start lg:border-b-0"
          >
            <ul ref={list} className="flex overflow-x-auto px-2 [scrollbar-width:none] lg:flex-col lg:gap-1 lg:p-4">
              {tabs.map(({ to, label }) => (
                <li key={to} className="shrink-0">
                  <NavLink
                    to={to}
                    end
                    className={({ isActive }) =>
                      clsx(
                        'flex min-h-12 items-center px-3 text-sm font-semibold -outline-offset-2 lg:rounded-(--radius-input)',
                        isActive
                          ? 'border-b-2 border-zing text-ink lg:border-b-0 lg:bg-surface-2'
                          : 'border-b-2 border-transparent text-ink-2 lg:border-b-0',
                      )
                    }
                  >
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="flex min-w-0 flex-1 flex-col *:[main]:w-full *:[main]:max-w-3xl *:data-wide:max-w-5xl">
          <Suspense fallback={<ScreenSpinner label={t`Loading`} />}>
            <Outlet />
          </Suspense>
        </div>
      </div>
      {question && (
        <Suspense>
          <ConfirmDialog {...question} />
        </Suspense>
      )}
    </ConfirmContext>
  )
}
