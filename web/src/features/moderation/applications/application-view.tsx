import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { QueuedApplication } from '@zing/proto/http/staff/applications'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { hasCode } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../../lib/state/toast-store.ts'
import { useDecideApplication } from '../../../queries/moderation/applications.ts'
import { Button } from '../../../ui/button.tsx'
import { Shortcuts } from '../case/shortcuts.tsx'
import { type Answer, AnswerBar } from '../decision/answer-bar.tsx'
import { nameOf } from '../words.ts'
import { ApplicationFacts } from './application-facts.tsx'
import { WordsDialog } from './words-dialog.tsx'

interface ApplicationViewProps {
  one: QueuedApplication
  /** Such as "2 of 7". */
  place: string
  /** After a decision, of this moderator or of another one. */
  onDone: () => void
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  onBack: (() => void) | undefined
}

export function ApplicationView({ one, place, onDone, onNext, onPrevious, onBack }: ApplicationViewProps) {
  const { user, profile, photo, application, status } = one
  const { mutateAsync, isPending } = useDecideApplication()
  const [dialog, setDialog] = useState<'refuse' | 'ask' | null>(null)
  const name = nameOf(user)
  const isRefused = status === 'refused'
  const canAsk = !isRefused && !application.asked

  const decide = useSingleFlight((body: Parameters<typeof mutateAsync>[0]['body'], done: string) =>
    mutateAsync({ userId: user.id, body }).then(
      () => {
        setDialog(null)
        announce(done)
        onDone()
      },
      (error: Error) => {
        setDialog(null)
        toastError(hasCode(error, 'APPLICATION_DECIDED') ? t`Someone was faster` : t`Couldn't do that`, error.message)
        if (hasCode(error, 'APPLICATION_DECIDED')) onDone()
      },
    ),
  )
  const answers: Answer[] = [
    { key: 'a', text: t`Approve`, run: () => void decide({ decision: 'approve' }, t`${name} is in`) },
  ]
  if (canAsk) answers.push({ key: 'q', text: t`Ask back`, variant: 'outline', run: () => setDialog('ask') })
  if (!isRefused) answers.push({ key: 'r', text: t`Refuse`, variant: 'danger', run: () => setDialog('refuse') })

  return (
    <article aria-labelledby="application" className="flex flex-1 flex-col gap-5">
      <header className="flex flex-wrap items-center gap-1">
        {onBack && (
          <Button
            variant="ghost"
            size="icon"
            className="justify-center"
            aria-label={t`Back to the list`}
            onClick={onBack}
          >
            <ArrowLeft aria-hidden className="size-6 rtl:-scale-x-100" strokeWidth={1.75} />
          </Button>
        )}
        <h3 id="application" tabIndex={-1} className="min-w-32 flex-1 text-2xl outline-hidden [overflow-wrap:anywhere]">
          <Trans>
            <bdi>{name}</bdi>, {profile.age}
          </Trans>
        </h3>
        <span className="text-sm text-ink-2 tabular-nums">{place}</span>
        <Shortcuts
          list={[
            ...answers,
            { key: 'j', text: t`Next application`, run: () => onNext?.() },
            { key: 'k', text: t`Previous application`, run: () => onPrevious?.() },
          ]}
        />
      </header>

      <div className="flex flex-col gap-5 lg:flex-row lg:items-start lg:gap-6">
        {photo && (
          <img
            src={photo}
            alt={t`${name}, as the profile shows them`}
            width={864}
            height={1080}
            decoding="async"
            className="aspect-4/5 h-auto w-full max-w-60 rounded-card low-window:max-lg:max-w-40 bg-surface-2 object-cover max-lg:self-center"
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col gap-5">
          <ApplicationFacts one={one} />
        </div>
      </div>

      <AnswerBar answers={answers} isPending={isPending} className="mt-auto -mb-4 lg:-mx-6 lg:-mb-6 lg:px-6" />
      {dialog === 'refuse' && (
        <WordsDialog
          title={t`Refuse ${name}?`}
          hint={t`They read your reason, and can delete their account. You can still let them in later.`}
          label={t`Reason`}
          action={t`Refuse`}
          isDanger
          isPending={isPending}
          onSend={(reason) => decide({ decision: 'refuse', reason }, t`${name} was refused`)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'ask' && (
        <WordsDialog
          title={t`Ask ${name} something`}
          hint={t`You can ask once. The answer shows up here.`}
          label={t`Your question`}
          action={t`Ask`}
          isQuestion
          isPending={isPending}
          onSend={(question) => decide({ decision: 'ask', question }, t`${name} was asked`)}
          onClose={() => setDialog(null)}
        />
      )}
    </article>
  )
}
