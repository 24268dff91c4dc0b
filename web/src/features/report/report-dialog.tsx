import { useState } from 'react'
import type { ReportTarget } from '../../lib/state/report-store.ts'
import { MODAL_CARD, Modal } from '../../ui/dialogs/modal.tsx'
import { ReportForm } from './report-form.tsx'
import { type Outcome, ReportOutcome } from './report-outcome.tsx'

/** Asks for the problem, then shows the next steps. A tap beside it does not close it, since the user would lose words. */
export function ReportDialog({ user, hasChat, onClose }: ReportTarget & { onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  return (
    <Modal onClose={onClose} isSticky className={`${MODAL_CARD} scroll-pb-36`}>
      {outcome ? (
        <ReportOutcome user={user} outcome={outcome} onClose={onClose} />
      ) : (
        <ReportForm user={user} hasChat={hasChat} onDone={setOutcome} />
      )}
    </Modal>
  )
}
