import { t } from '@lingui/core/macro'
import type { QueuedVerification } from '@zing/proto/http/staff/verifications'
import { useState } from 'react'
import { hasCode } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../../lib/state/toast-store.ts'
import { exactTime, shortTime } from '../../../lib/text/relative-time.ts'
import { useDecideVerification } from '../../../queries/moderation/verifications.ts'
import { Shortcuts } from '../case/shortcuts.tsx'
import { type Answer, AnswerBar } from '../decision/answer-bar.tsx'
import { Tag } from '../tag.tsx'
import { nameOf } from '../words.ts'
import { ComparedPictures } from './compared-pictures.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { SignList } from './sign-list.tsx'

interface VerificationViewProps {
  one: QueuedVerification
  /** Such as "2 of 7". */
  place: string
  /** After a decision, of this moderator or of another one. */
  onDone: () => void
  onNext: () => void
  onPrevious: () => void
}

/** All that a decision needs in one look, and both answers. */
export function VerificationView({ one, place, onDone, onNext, onPrevious }: VerificationViewProps) {
  const { id, user, signs, attempt, sentAt } = one
  const { mutateAsync, isPending } = useDecideVerification()
  const [isRefusing, setRefusing] = useState(false)
  const name = nameOf(user)

  const decide = useSingleFlight((body: Parameters<typeof mutateAsync>[0]['body']) =>
    mutateAsync({ id, body }).then(
      () => {
        setRefusing(false)
        announce(body.decision === 'verify' ? t`${name} is verified` : t`${name} was refused`)
        onDone()
      },
      (error: Error) => {
        setRefusing(false)
        const isDecided = hasCode(error, 'VERIFICATION_DECIDED')
        toastError(isDecided ? t`Someone was faster` : t`Couldn't do that`, error.message)
        if (isDecided) onDone()
      },
    ),
  )
  const answers: Answer[] = [
    {
      key: 'v',
      text: t({ message: 'Verify', context: 'a member' }),
      run: () => void decide({ decision: 'verify' }),
    },
    { key: 'r', text: t`Refuse`, variant: 'danger', run: () => setRefusing(true) },
  ]

  return (
    <article aria-labelledby="verification" className="flex flex-1 flex-col gap-4">
      <header className="flex flex-wrap items-center gap-x-2">
        <h3 id="verification" tabIndex={-1} className="min-w-20 flex-1 text-xl outline-hidden [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h3>
        {attempt > 1 && <Tag className="border-warn text-warn">{t`Try ${attempt} today`}</Tag>}
        <time dateTime={sentAt} title={exactTime(sentAt)} className="text-sm text-ink-2 max-sm:hidden">
          {shortTime(sentAt)}
        </time>
        <span className="text-sm text-ink-2 tabular-nums">{place}</span>
        <Shortcuts
          list={[
            ...answers,
            { key: 'j', text: t`Next verification`, run: onNext },
            { key: 'k', text: t`Previous verification`, run: onPrevious },
          ]}
        />
      </header>
      <div className="flex flex-col gap-4 lg:flex-row lg:items-start lg:gap-6">
        <ComparedPictures one={one} />
        <SignList signs={signs} />
      </div>
      <AnswerBar answers={answers} isPending={isPending} className="mt-auto" />
      {isRefusing && (
        <RefuseDialog
          name={name}
          isPending={isPending}
          onRefuse={(reason, text) => decide({ decision: 'refuse', reason, ...(text && { text }) })}
          onClose={() => setRefusing(false)}
        />
      )}
    </article>
  )
}
