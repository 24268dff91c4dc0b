import type { Suspension } from '@zing/proto/moderation'
import { type ReactNode, useState } from 'react'
import { focusAtOnce } from '../../lib/focus-at-once.ts'
import { REASON_NAMES } from '../../lib/moderation-words.ts'
import { exactTime } from '../../lib/relative-time.ts'
import { Button } from '../../ui/button.tsx'
import { AppealForm } from './appeal-form.tsx'

/** Says why and until when a user cannot sign in, and takes their one appeal. */
export function SuspensionNotice({ suspension, onBack }: { suspension: Suspension; onBack: () => void }) {
  const { reason, text, until, appealToken } = suspension
  const [hasAppealed, setAppealed] = useState(appealToken === null)
  return (
    <div className="flex flex-col gap-5">
      <section aria-labelledby="suspension" className="rounded-card border border-line bg-surface p-5">
        <h2 id="suspension" ref={focusAtOnce} tabIndex={-1} className="text-xl outline-hidden">
          {until ? 'Your account is suspended' : 'Your account has been closed'}
        </h2>
        <dl className="mt-3 flex flex-col gap-3">
          <Fact name="Reason">{REASON_NAMES[reason]}</Fact>
          <Fact name="Until">
            {until ? <time dateTime={until}>{exactTime(until)}</time> : 'For good, unless an appeal changes it'}
          </Fact>
          {text !== null && (
            <Fact name="From the moderators">
              <span dir="auto" className="block text-left whitespace-pre-wrap [overflow-wrap:anywhere]">
                {text}
              </span>
            </Fact>
          )}
        </dl>
        <p className="mt-3 text-ink-2">Nobody new sees your profile meanwhile.</p>
      </section>
      {hasAppealed || appealToken === null ? (
        <p role="status">
          Your appeal has been sent. A moderator who did not make the decision looks at it. If they lift the decision,
          you can log in again.
        </p>
      ) : (
        <AppealForm token={appealToken} onSent={() => setAppealed(true)} onInvalid={onBack} />
      )}
      <Button variant="ghost" wide onClick={onBack}>
        Back to login
      </Button>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
