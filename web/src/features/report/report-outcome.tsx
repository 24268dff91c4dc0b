import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { UserSummary } from '@zing/proto/profiles/users'
import { focusAtOnce } from '../../lib/input/focus-at-once.ts'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import { useBlock } from '../../realtime/use-end-match.ts'
import { Button } from '../../ui/button.tsx'
import { ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** `reported`: moderators look at an earlier report, so the server has refused this one, and with it the block. */
export type Outcome =
  | { kind: 'sent'; isBlocked: boolean; wantsBlock: boolean }
  | { kind: 'reported'; message: string; wantsBlock: boolean }

interface ReportOutcomeProps {
  user: UserSummary
  outcome: Outcome
  onClose: () => void
}

export function ReportOutcome({ user, outcome, onClose }: ReportOutcomeProps) {
  return outcome.kind === 'sent' ? (
    <Sent user={user} isBlocked={outcome.isBlocked} wantsBlock={outcome.wantsBlock} onClose={onClose} />
  ) : (
    <Reported user={user} message={outcome.message} wantsBlock={outcome.wantsBlock} onClose={onClose} />
  )
}

interface SentProps {
  user: UserSummary
  isBlocked: boolean
  wantsBlock: boolean
  onClose: () => void
}

/** Leaves the chat with a user who is blocked now. A block that the server could not make with the report can be tried again. */
function Sent({ user, isBlocked, wantsBlock, onClose }: SentProps) {
  const { end, isPending } = useBlock(user.id)
  const isBlockLeft = wantsBlock && !isBlocked
  const leaveTo = useLeaveLayers()
  const isChatOver = isBlocked && window.location.pathname === chatRoute(user.id)
  return (
    <>
      <Title>{t`Thanks for telling us`}</Title>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          Our moderators will look at your report. <bdi>{plainNameOf(user.name)}</bdi> won't know.
        </Trans>
        {isBlocked && (
          <>
            {' '}
            <Trans>
              <bdi>{plainNameOf(user.name)}</bdi> is blocked. You won't see each other anymore.
            </Trans>
          </>
        )}
        {isBlockLeft && (
          <>
            {' '}
            <Trans>
              <bdi>{plainNameOf(user.name)}</bdi> couldn't be blocked yet.
            </Trans>
          </>
        )}
      </ModalHint>
      <p className="mt-3">{t`If you're in danger right now, please call the police.`}</p>
      <div className="mt-6 flex flex-col gap-2">
        {isBlockLeft && <BlockButton isPending={isPending} onBlock={() => end().then(onClose)} />}
        <Button
          wide
          disabled={isPending}
          onClick={() => (isChatOver ? leaveTo(clientRoutes.messages, onClose) : onClose())}
        >{t`Done`}</Button>
      </div>
    </>
  )
}

interface ReportedProps {
  user: UserSummary
  message: string
  wantsBlock: boolean
  onClose: () => void
}

function Reported({ user, message, wantsBlock, onClose }: ReportedProps) {
  const { end, isPending } = useBlock(user.id)
  return (
    <>
      <Title>{t`Already reported`}</Title>
      <ModalHint className="mt-2 text-ink-2">{message}</ModalHint>
      <p className="mt-3">{t`If you're in danger right now, please call the police.`}</p>
      <div className="mt-6 flex flex-col gap-2">
        {wantsBlock && <BlockButton isPending={isPending} onBlock={() => end().then(onClose)} />}
        <Button wide disabled={isPending} onClick={onClose}>{t`Done`}</Button>
      </div>
    </>
  )
}

function BlockButton({ isPending, onBlock }: { isPending: boolean; onBlock: () => void }) {
  return (
    <Button variant="danger" wide disabled={isPending} onClick={onBlock}>
      {isPending && <Spinner />}
      {t`Block`}
    </Button>
  )
}

/** Takes the focus, which the form had. */
function Title({ children }: { children: string }) {
  return (
    <ModalTitle ref={focusAtOnce} tabIndex={-1} className="text-xl outline-hidden">
      {children}
    </ModalTitle>
  )
}
