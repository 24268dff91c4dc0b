import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { FRAMES_KEPT_MS } from '@zing/proto/limits'
import type { OwnVerification, RefusalReason } from '@zing/proto/moderation/verification'
import { BadgeCheck, Hourglass, type LucideIcon, RefreshCw, ShieldQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const REASONS: Record<RefusalReason, MessageDescriptor> = {
  'other-person': msg`The pictures and your main photo don't seem to show the same person.`,
  pose: msg`A picture doesn't show its pose.`,
  unclear: msg`The pictures are too dark or too blurred to compare.`,
  'not-live': msg`The pictures seem to show a photo or a screen.`,
}

type State = Exclude<OwnVerification['state'], 'started'>

const HOURS = FRAMES_KEPT_MS / 3_600_000

const words = (): Record<State, { icon: LucideIcon; title: string; hint: string; again?: string }> => ({
  waiting: {
    icon: Hourglass,
    title: t`A moderator will look at this`,
    hint: t`Your pictures are deleted when they have decided, after ${HOURS} hours at the latest. You see here what they say.`,
  },
  verified: {
    icon: BadgeCheck,
    title: t`You're verified`,
    hint: t`Others see the badge beside your name. It belongs to your main photo: with a new one you verify again.`,
  },
  refused: {
    icon: ShieldQuestionMark,
    title: t`You're not verified yet`,
    hint: t`Your pictures have been deleted. You can try again.`,
    again: t`Try Again`,
  },
  outdated: {
    icon: RefreshCw,
    title: t`Your first photo is new. Verify again?`,
    hint: t`The badge belonged to the photo that a moderator has compared.`,
    again: t`Verify again`,
  },
})

interface StandingProps {
  verification: OwnVerification
  /** Absent where the community no longer verifies. */
  onAgain: (() => void) | undefined
}

/** Shows the state of the verification, and what the member can do. */
export function Standing({ verification, onAgain }: StandingProps) {
  const { reason, text } = verification
  const state = verification.state as State // the screen shows the poses while it is `started`
  const { icon: Icon, title, hint, again } = words()[state]
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="flex flex-1 flex-col gap-5">
      <output className="flex flex-col items-center gap-3 rounded-card bg-surface-2 p-6 text-center">
        <Icon aria-hidden className="size-12 text-zing" strokeWidth={1.5} />
        <span className="font-display text-xl font-bold">{title}</span>
        {reason && <span>{t(REASONS[reason])}</span>}
        <span className="text-ink-2">{hint}</span>
      </output>
      {text && (
        <figure className="rounded-card border border-line bg-surface p-4">
          <figcaption className="text-sm text-ink-2">{t`A moderator's words`}</figcaption>
          <blockquote dir="auto" className="text-ui-start whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </blockquote>
        </figure>
      )}
      <div className="mt-auto flex flex-col gap-2">
        {again && onAgain && (
          <Button size="lg" wide onClick={onAgain}>
            {again}
          </Button>
        )}
        <Button
          variant="ghost"
          wide
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
          className="whitespace-normal!"
        >{t`Withdraw my consent`}</Button>
      </div>
      {isAsking && <WithdrawDialog isVerified={state === 'verified'} onClose={() => setAsking(false)} />}
    </div>
  )
}
