import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import type { UserSummary } from '@zing/proto/users'
import { focusAtOnce } from '../../lib/focus-at-once.ts'
import { useLeaveLayers } from '../../lib/use-leave-layers.ts'
import { Button } from '../../ui/button.tsx'
import { ModalHint, ModalTitle } from '../../ui/modal.tsx'

export type Outcome = 'sent' | 'blocked' | 'open already'

interface ReportOutcomeProps {
  user: UserSummary
  outcome: Outcome
  onClose: () => void
}

/** Says what happens with the report. It leaves the chat with a user who is blocked now. */
export function ReportOutcome({ user, outcome, onClose }: ReportOutcomeProps) {
  const leaveTo = useLeaveLayers()
  const isOver = outcome === 'blocked' && window.location.pathname === chatRoute(user.id)
  const name = <bdi>{user.name}</bdi>
  return (
    <>
      <ModalTitle ref={focusAtOnce} tabIndex={-1} className="text-xl outline-hidden">
        {outcome === 'open already' ? 'You have reported this already' : 'Thank you for telling us'}
      </ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        {outcome === 'open already' ? (
          <>A moderator is looking at your report about {name}. There is nothing more that you need to do.</>
        ) : (
          <>A moderator looks at your report. {name} does not learn of it.</>
        )}
        {outcome === 'blocked' && <> {name} is blocked: you no longer see each other.</>}
      </ModalHint>
      <p className="mt-3">If you are in danger right now, please call the police.</p>
      <Button wide className="mt-6" onClick={() => (isOver ? leaveTo(clientRoutes.messages, onClose) : onClose())}>
        Done
      </Button>
    </>
  )
}
