import { t } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import { type Confirm, useConfirm } from './confirm-context.ts'

/** Who may moderate or run the community. `Roles` is the part that the PIN panel has too. */
export function RolesScreen({ Roles }: { Roles: ComponentType<{ confirm: Confirm }> }) {
  const confirm = useConfirm()
  return (
    <main className="flex flex-col gap-4 p-4 lg:p-6">
      <h2 className="text-2xl">{t`Who does what`}</h2>
      <p className="text-ink-2">{t`Moderators decide about reports and applications. Admins can also change everything here.`}</p>
      <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
        <Roles confirm={confirm} />
      </div>
    </main>
  )
}
