import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { useCreateRecoveryCodes } from '../../../queries/session/account.ts'
import { recoveryCodesQuery } from '../../../queries/session/own-account.ts'
import { ActionRow, Section, SectionNote } from '../section.tsx'
import { SectionLoading } from '../section-loading.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

export function RecoveryCodesSection() {
  const query = useQuery(recoveryCodesQuery)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { mutateAsync, isPending } = useCreateRecoveryCodes()
  const { run, dialog } = useConfirmed(
    async () => setCodes((await mutateAsync()).codes),
    (error) => toastError(t`Couldn't create your codes`, error.message),
  )
  const create = useSingleFlight(run)
  const isWanted = useLocation().state?.isForRecoveryCodes === true
  const row = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isWanted) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [isWanted])

  return (
    <Section
      title={t`Recovery codes`}
      hint={t`If you forget your password, a recovery code gets you back in. Each works once. New codes replace the old ones.`}
    >
      <SectionLoading
        texts={{ loading: t`Loading your recovery codes`, failed: t`Couldn't load your recovery codes.` }}
        query={query}
      />
      {query.data && <SectionNote>{unusedInWords(query.data.unused)}</SectionNote>}
      <ActionRow
        ref={row}
        aria-haspopup="dialog"
        aria-busy={isPending}
        onClick={create}
      >{t`Create recovery codes`}</ActionRow>
      {dialog}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Section>
  )
}

function unusedInWords(unused: number): string {
  if (unused === 0) return t`You don't have any recovery codes.`
  return plural(unused, { one: 'You have # unused code.', other: 'You have # unused codes.' })
}
