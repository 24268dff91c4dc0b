import { t } from '@lingui/core/macro'
import type { Suspension } from '@zing/proto/moderation/decisions'
import { type ReactNode, useState } from 'react'
import { focusAtOnce } from '../../lib/input/focus-at-once.ts'
import { REASON_NAMES } from '../../lib/text/moderation-words.ts'
import { exactTime } from '../../lib/text/relative-time.ts'
import { Button } from '../../ui/button.tsx'
import { AppealForm } from './appeal-form.tsx'
import { SuspendedData } from './suspended-data.tsx'

/** Says why and until when a user cannot sign in, takes their one appeal, and offers them their data. */
export function SuspensionNotice({ suspension, onBack }: { suspension: Suspension; onBack: () => void }) {
  const { reason, text, until, isEndless = false, appealToken, dataToken, appeal } = suspension
  const isBanned = until === null && !isEndless
  const [hasAppealed, setAppealed] = useState(appealToken === null)
  return (
    <div className="flex flex-col gap-5">
      <section aria-labelledby="suspension" className="rounded-card border border-line bg-surface p-5">
        <h2 id="suspension" ref={focusAtOnce} tabIndex={-1} className="text-xl outline-hidden">
          {isBanned ? t`Your account has been closed` : t`Your account is suspended`}
        </h2>
        <dl className="mt-3 flex flex-col gap-3">
          <Detail name={t`Reason`}>{t(REASON_NAMES[reason])}</Detail>
          <Detail name={t`Until`}>
            {until ? <time dateTime={until}>{exactTime(until)}</time> : endText(isBanned, appeal?.status)}
          </Detail>
          {text !== null && <ModeratorWords text={text} />}
        </dl>
        <p className="mt-3 text-ink-2">
          {isBanned ? t`New people can't see your profile.` : t`New people can't see your profile in the meantime.`}
        </p>
      </section>
      {appeal?.status === 'refused' ? (
        <RefusedAppeal text={appeal.text} />
      ) : hasAppealed || appealToken === null ? (
        <p role="status">{t`We have your appeal. A different moderator will look at it. If they lift the decision, you can log in again.`}</p>
      ) : (
        <AppealForm token={appealToken} onSent={() => setAppealed(true)} onInvalid={onBack} />
      )}
      <SuspendedData token={dataToken} isBanned={isBanned} onInvalid={onBack} />
      <Button variant="ghost" wide onClick={onBack}>{t`Back to login`}</Button>
    </div>
  )
}

function endText(isBanned: boolean, appeal: 'open' | 'refused' | undefined): string {
  if (!isBanned) return t`A moderator lifts it`
  return appeal === 'refused' ? t`For good` : t`For good, unless an appeal changes it`
}

function RefusedAppeal({ text }: { text: string | null }) {
  return (
    <section aria-labelledby="appeal" className="rounded-card border border-line bg-surface p-5">
      <h2 id="appeal" className="text-lg">{t`Your appeal was refused`}</h2>
      <p className="mt-1 text-ink-2">{t`A different moderator has looked at it. The decision stays, and you can't appeal again.`}</p>
      {text !== null && (
        <dl className="mt-3">
          <ModeratorWords text={text} />
        </dl>
      )}
    </section>
  )
}

function ModeratorWords({ text }: { text: string }) {
  return (
    <Detail name={t`From the moderators`}>
      <span dir="auto" className="block text-ui-start whitespace-pre-wrap [overflow-wrap:anywhere]">
        {text}
      </span>
    </Detail>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
