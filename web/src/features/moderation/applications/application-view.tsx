import { invitedRoute } from '@zing/proto/client-routes'
import type { RiskSign } from '@zing/proto/community/door'
import type { QueuedApplication } from '@zing/proto/http/applications'
import { ArrowLeft, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { hasCode } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../../lib/state/toast-store.ts'
import { exactTime } from '../../../lib/text/relative-time.ts'
import { useDecideApplication } from '../../../queries/moderation/applications.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Words } from '../case/case-section.tsx'
import { ProfileDetails } from '../case/evidence-profile.tsx'
import { Shortcuts } from '../case/shortcuts.tsx'
import { Tag } from '../tag.tsx'
import { nameOf } from '../words.ts'
import { WordsDialog } from './words-dialog.tsx'

const SIGNS: Record<RiskSign, string> = {
  BANNED_PHOTO: "A photo looks like one of a banned user's.",
  BANNED_NAME: 'The username belonged to a banned user.',
  BUSY_HOUR: 'Signed up in an unusually busy hour.',
  INVITER_SANCTIONED: 'Whoever invited them has been sanctioned.',
  NO_PHOTO: 'No photo yet.',
}

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
  const { user, profile, photo, application, invitation, signs, appliedAt, status } = one
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
        toastError(hasCode(error, 'APPLICATION_DECIDED') ? 'Somebody was faster' : "Couldn't do that", error.message)
        if (hasCode(error, 'APPLICATION_DECIDED')) onDone()
      },
    ),
  )
  const approve = () => void decide({ decision: 'approve' }, `${name} is in`)

  return (
    <article aria-labelledby="application" className="flex flex-col gap-5">
      <header className="flex flex-wrap items-center gap-1">
        {onBack && (
          <Button variant="ghost" size="icon" className="justify-center" aria-label="Back to the list" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-6 rtl:-scale-x-100" strokeWidth={1.75} />
          </Button>
        )}
        <h3 id="application" tabIndex={-1} className="min-w-32 flex-1 text-2xl outline-hidden [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>, {profile.age}
        </h3>
        <span className="text-sm text-ink-2 tabular-nums">{place}</span>
        <Shortcuts
          list={[
            { key: 'a', text: 'Approve', run: approve },
            ...(isRefused ? [] : [{ key: 'r', text: 'Refuse', run: () => setDialog('refuse') }]),
            ...(canAsk ? [{ key: 'q', text: 'Ask back', run: () => setDialog('ask') }] : []),
            { key: 'j', text: 'Next application', run: () => onNext?.() },
            { key: 'k', text: 'Previous application', run: () => onPrevious?.() },
          ]}
        />
      </header>

      <div className="flex flex-col gap-5 lg:flex-row lg:items-start lg:gap-6">
        {photo && (
          <img
            src={photo}
            alt={`${name}, as the profile shows them`}
            width={864}
            height={1080}
            decoding="async"
            className="aspect-4/5 h-auto w-full max-w-60 rounded-card low-window:max-lg:max-w-40 bg-surface-2 object-cover max-lg:self-center"
          />
        )}
        <div className="flex min-w-0 flex-1 flex-col gap-5">
          <section aria-label="Answer" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
            <Answered question={application.question} answer={application.answer} />
            {application.asked && (
              <div className="border-t border-line pt-3">
                <Answered {...application.asked} />
              </div>
            )}
            {application.reason && (
              <div className="border-t border-line pt-3">
                <Answered question="Why it was refused" answer={application.reason} />
              </div>
            )}
          </section>
          {signs.length > 0 && (
            <section aria-label="Signs" className="rounded-card border border-warn p-4">
              <ul className="flex flex-col gap-1.5">
                {signs.map((sign) => (
                  <li key={sign} className="flex items-start gap-2">
                    <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" strokeWidth={1.75} />
                    {SIGNS[sign]}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section aria-label="Profile" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
            {invitation && (
              <p className="[overflow-wrap:anywhere]">
                Invited by{' '}
                <Link
                  to={invitedRoute(invitation.by.id)}
                  className="inline-flex min-h-6 items-center font-semibold text-zing underline underline-offset-4"
                >
                  <bdi>{nameOf(invitation.by)}</bdi>
                </Link>
                {invitation.label !== '' && (
                  <>
                    {' '}
                    <Tag>{invitation.label}</Tag>
                  </>
                )}
              </p>
            )}
            <ProfileDetails profile={profile} />
            <p className="text-sm text-ink-2">
              Applied <time dateTime={appliedAt}>{exactTime(appliedAt)}</time>
            </p>
          </section>
        </div>
      </div>

      <div className="sticky bottom-0 -mx-4 flex gap-2 border-t border-line bg-bg px-4 py-3 lg:-mx-6 lg:px-6">
        <Button
          className="flex-1 px-3!"
          aria-keyshortcuts="a"
          title="Approve (a)"
          disabled={isPending}
          onClick={approve}
        >
          {isPending && <Spinner />}
          Approve
        </Button>
        {canAsk && (
          <Button
            variant="outline"
            className="flex-1 px-3!"
            aria-keyshortcuts="q"
            aria-haspopup="dialog"
            title="Ask back (q)"
            disabled={isPending}
            onClick={() => setDialog('ask')}
          >
            Ask back
          </Button>
        )}
        {!isRefused && (
          <Button
            variant="danger"
            className="flex-1 px-3!"
            aria-keyshortcuts="r"
            aria-haspopup="dialog"
            title="Refuse (r)"
            disabled={isPending}
            onClick={() => setDialog('refuse')}
          >
            Refuse
          </Button>
        )}
      </div>
      {dialog === 'refuse' && (
        <WordsDialog
          title={`Refuse ${name}?`}
          hint="They read your reason, and can delete their account. You can still let them in later."
          label="Reason"
          action="Refuse"
          isDanger
          isPending={isPending}
          onSend={(reason) => decide({ decision: 'refuse', reason }, `${name} was refused`)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'ask' && (
        <WordsDialog
          title={`Ask ${name} something`}
          hint="You can ask once. The answer shows up here."
          label="Your question"
          action="Ask"
          isQuestion
          isPending={isPending}
          onSend={(question) => decide({ decision: 'ask', question }, `${name} was asked`)}
          onClose={() => setDialog(null)}
        />
      )}
    </article>
  )
}

function Answered({ question, answer }: { question: string; answer: string | null }) {
  return (
    <div className="flex flex-col gap-1">
      <p dir="auto" className="text-start text-sm text-ink-2 [overflow-wrap:anywhere]">
        {question}
      </p>
      {answer === null ? <p className="text-ink-2">No answer yet</p> : <Words>{answer}</Words>}
    </div>
  )
}
