import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { UserRole } from '@zing/proto/accounts/roles'
import { useRef } from 'react'
import { hasCode } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../../lib/state/toast-store.ts'
import { roleText } from '../../../lib/text/choices.ts'
import { rolesQuery, useWithdrawRole } from '../../../queries/moderation/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type Confirm, GrantRole } from './grant-role.tsx'

/** The panel is behind the PIN. */
const noConfirm: Confirm = (action) => action()

/** Who may moderate, with the means to grant and withdraw roles. */
export function Roles({ confirm = noConfirm }: { confirm?: Confirm }) {
  const { data: roles, isPending, isLoadingError, error, refetch } = useQuery(rolesQuery)
  const list = useRef<HTMLUListElement>(null)
  return (
    <section aria-labelledby="roles" className="flex flex-col gap-3">
      <h3 id="roles" className="text-lg">{t`Roles`}</h3>
      {isPending && (
        <output aria-label={t`Loading roles`} className="grid min-h-16 place-items-center text-zing">
          <Spinner />
        </output>
      )}
      {isLoadingError && (
        <div className="flex flex-col gap-2">
          <p>{t`Couldn't load the roles. ${error.message}`}</p>
          <Button variant="outline" wide onClick={() => refetch()}>{t`Try Again`}</Button>
        </div>
      )}
      {roles?.length === 0 && <p className="text-ink-2">{t`Nobody has a role yet.`}</p>}
      {roles && roles.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={t`Roles`} className="divide-y divide-line outline-hidden">
          {roles.map((one) => (
            <Row key={one.userId} one={one} confirm={confirm} onWithdrawn={() => list.current?.focus()} />
          ))}
        </ul>
      )}
      {roles && <GrantRole confirm={confirm} />}
    </section>
  )
}

function Row({ one, confirm, onWithdrawn }: { one: UserRole; confirm: Confirm; onWithdrawn: () => void }) {
  const { userId, name, username, role } = one
  const { mutateAsync, isPending } = useWithdrawRole()
  const withdraw = useSingleFlight(() =>
    confirm(() => mutateAsync(userId)).then(
      () => {
        announce(t`Role withdrawn`, name)
        onWithdrawn() // the button that had the focus is gone
      },
      (error: Error) => {
        if (!hasCode(error, 'CONFIRM')) toastError(t`Couldn't withdraw the role`, error.message)
      },
    ),
  )
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-ink-2">
          <bdi>@{username}</bdi> · <span className="english-capitals">{roleText(role)}</span>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-busy={isPending}
        aria-label={t`Withdraw the role of ${name}`}
        onClick={withdraw}
      >
        {isPending && <Spinner className="size-4" />}
        {t({ message: 'Withdraw', context: 'a role' })}
      </Button>
    </li>
  )
}
