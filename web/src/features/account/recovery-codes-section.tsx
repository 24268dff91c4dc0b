import { useState } from 'react'
import { toastError } from '../../lib/toast-store.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { useCreateRecoveryCodes } from '../../queries/account.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { ActionRow, Section } from './section.tsx'
import { useConfirmed } from './use-confirmed.tsx'

export function RecoveryCodesSection() {
  const [codes, setCodes] = useState<string[] | null>(null)
  const { mutateAsync, isPending } = useCreateRecoveryCodes()
  const { run, dialog } = useConfirmed(
    async () => setCodes((await mutateAsync()).codes),
    (error) => toastError('No codes were created', error.message),
  )
  const create = useSingleFlight(run)

  return (
    <Section
      title="Recovery codes"
      hint="With a recovery code you get in if you forget your password. Each works once. New codes replace all earlier ones."
    >
      <ActionRow aria-haspopup="dialog" aria-busy={isPending} onClick={create}>
        Create recovery codes
      </ActionRow>
      {dialog}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}
