import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { useDeleteAccount } from '../../queries/session/user.ts'
import { DeleteAccountDialog } from '../../ui/dialogs/delete-account-dialog.tsx'
import { ActionRow, Section } from './section.tsx'
import { useConfirmed } from './use-confirmed.tsx'

export function DeleteSection() {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync, isPending } = useDeleteAccount()
  const { run, dialog } = useConfirmed(
    async () => {
      await mutateAsync()
      toast(t`Account deleted`)
    },
    (error) => toastError(t`Couldn't delete your account`, error.message),
  )
  const deleteAccount = useSingleFlight(run)

  return (
    <Section title={t`Delete account`}>
      <ActionRow isDanger aria-haspopup="dialog" onClick={() => setOpen(true)}>{t`Delete account`}</ActionRow>
      {dialog ||
        (isOpen && (
          <DeleteAccountDialog isPending={isPending} onDelete={deleteAccount} onClose={() => setOpen(false)} />
        ))}
    </Section>
  )
}
