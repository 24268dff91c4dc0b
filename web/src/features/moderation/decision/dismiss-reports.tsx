import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { DISMISSALS_MAX } from '@zing/proto/limits'
import type { ModeratedUser } from '@zing/proto/moderation/moderated-user'
import { useState } from 'react'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { useDismissReports } from '../../../queries/moderation/moderation.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { nameOf } from '../words.ts'

/** Dismisses everything that only this user has reported, for users who report to harm. It has to be confirmed. */
export function DismissReports({ reporter, caseId }: { reporter: ModeratedUser; caseId: number }) {
  const [isAsked, setIsAsked] = useState(false)
  const { mutateAsync, isPending } = useDismissReports(reporter.id, caseId)
  const dismiss = useSingleFlight(() =>
    mutateAsync()
      .then(
        ({ caseIds, hasMore }) =>
          toast(countText(caseIds.length), hasMore ? t`There are more left. Please do this again.` : undefined),
        (error: Error) => toastError(t`Couldn't dismiss the reports`, error.message),
      )
      .then(() => setIsAsked(false)),
  )
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="mt-2 self-start"
        onClick={() => setIsAsked(true)}
      >{t`Dismiss all their reports`}</Button>
      {isAsked && (
        <Modal role="alertdialog" onClose={() => setIsAsked(false)}>
          <ModalTitle className="text-xl">{t`Dismiss all their reports?`}</ModalTitle>
          <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
            <Trans>
              Up to {DISMISSALS_MAX} open cases that only <bdi>{nameOf(reporter)}</bdi> has reported are closed, and
              count as false reports. Nobody is told.
            </Trans>
          </ModalHint>
          <DialogActions action={t`Yes, dismiss them`} isDanger isPending={isPending} onAction={dismiss} />
        </Modal>
      )}
    </>
  )
}

function countText(count: number): string {
  if (count === 0) return t`No case was dismissed`
  return plural(count, { one: '# case is dismissed', other: '# cases are dismissed' })
}
