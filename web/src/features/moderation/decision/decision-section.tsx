import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Decision } from '@zing/proto/moderation/decisions'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../../lib/state/toast-store.ts'
import { REASON_NAMES } from '../../../lib/text/moderation-words.ts'
import { exactTime } from '../../../lib/text/relative-time.ts'
import { useUndoDecision } from '../../../queries/moderation/moderation.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CaseSection, Words } from '../case/case-section.tsx'
import { decisionText, goneText, nameOf } from '../words.ts'

interface DecisionSectionProps {
  caseId: number
  /** The oldest first; all but the last one are undone. */
  decisions: Decision[]
  canUndo: boolean
}

/** The decisions of a case; an admin can undo the last one here. */
export function DecisionSection({ caseId, decisions, canUndo }: DecisionSectionProps) {
  const { mutateAsync, isPending } = useUndoDecision(caseId)
  const undo = useSingleFlight(() =>
    mutateAsync().then(
      () => announce(t`Decision undone`, t`The case is open again.`),
      (error: Error) => toastError(t`Couldn't undo the decision`, error.message),
    ),
  )
  return (
    <CaseSection title={decisions.length > 1 ? t`Decisions` : t`Decision`}>
      {decisions.map((decision) => (
        <DecisionFacts key={decision.id} decision={decision} />
      ))}
      {canUndo && (
        <Button variant="danger" wide disabled={isPending} onClick={undo}>
          {isPending && <Spinner />}
          {t`Undo this decision`}
        </Button>
      )}
    </CaseSection>
  )
}

export function DecisionFacts({ decision }: { decision: Decision }) {
  const { reason, text, decidedAt, decidedBy, undoneAt, undoneBy } = decision
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
      <p className="font-semibold">{decisionText(decision)}</p>
      <p>{t(REASON_NAMES[reason])}</p>
      {text !== null && <Words>{text}</Words>}
      {decision.isAccountGone && <p className="text-sm font-semibold text-warn">{goneText(decision)}</p>}
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          By <bdi>{nameOf(decidedBy)}</bdi> · <time dateTime={decidedAt}>{exactTime(decidedAt)}</time>
        </Trans>
      </p>
      {undoneAt !== null && (
        <p className="text-sm font-semibold text-warn [overflow-wrap:anywhere]">
          {undoneBy ? (
            <Trans>
              Undone by <bdi>{nameOf(undoneBy)}</bdi>
            </Trans>
          ) : (
            t`Undone`
          )}{' '}
          · <time dateTime={undoneAt}>{exactTime(undoneAt)}</time>
        </p>
      )}
    </div>
  )
}
