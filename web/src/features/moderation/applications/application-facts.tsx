import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { invitedRoute } from '@zing/proto/client-routes'
import type { RiskSign } from '@zing/proto/community/door'
import type { QueuedApplication } from '@zing/proto/http/staff/applications'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { questionText } from '../../../lib/text/choices.ts'
import { exactTime } from '../../../lib/text/relative-time.ts'
import { Words } from '../case/case-section.tsx'
import { ProfileDetails } from '../case/evidence-profile.tsx'
import { Tag } from '../tag.tsx'
import { nameOf } from '../words.ts'

const SIGNS: Record<RiskSign, MessageDescriptor> = {
  BANNED_PHOTO: msg`A photo looks like one of a banned member's.`,
  BANNED_FACE: msg`A face looks like a banned member's.`,
  BANNED_NAME: msg`The username belonged to a banned member.`,
  BUSY_HOUR: msg`Signed up in an unusually busy hour.`,
  INVITER_SANCTIONED: msg`Whoever invited them has been sanctioned.`,
  NO_PHOTO: msg`No photo yet.`,
}

/** The answers, the signs of risk and the profile of an applicant. */
export function ApplicationFacts({ one }: { one: QueuedApplication }) {
  const { profile, application, invitation, signs, appliedAt } = one
  return (
    <>
      <section aria-label={t`Answer`} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
        <Answered question={application.question} answer={application.answer} />
        {application.asked && (
          <div className="border-t border-line pt-3">
            <Answered {...application.asked} />
          </div>
        )}
        {application.reason && (
          <div className="border-t border-line pt-3">
            <Answered question={t`Why it was refused`} answer={application.reason} />
          </div>
        )}
      </section>
      {signs.length > 0 && (
        <section aria-label={t`Signs`} className="rounded-card border border-warn p-4">
          <ul className="flex flex-col gap-1.5">
            {signs.map((sign) => (
              <li key={sign} className="flex items-start gap-2">
                <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" strokeWidth={1.75} />
                {t(SIGNS[sign])}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={t`Profile`} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
        {invitation && (
          <p className="[overflow-wrap:anywhere]">
            {t`Invited by`}{' '}
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
          <Trans>
            Applied <time dateTime={appliedAt}>{exactTime(appliedAt)}</time>
          </Trans>
        </p>
      </section>
    </>
  )
}

function Answered({ question, answer }: { question: string; answer: string | null }) {
  return (
    <div className="flex flex-col gap-1">
      <p dir="auto" className="text-ui-start text-sm text-ink-2 [overflow-wrap:anywhere]">
        {questionText(question)}
      </p>
      {answer === null ? <p className="text-ink-2">{t`No answer yet`}</p> : <Words>{answer}</Words>}
    </div>
  )
}
