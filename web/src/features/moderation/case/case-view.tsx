import { t } from '@lingui/core/macro'
import { clientRoutes, invitedRoute } from '@zing/proto/client-routes'
import type { ModerationCase } from '@zing/proto/moderation/cases'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { exactTime, shortTime } from '../../../lib/text/relative-time.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { ScreenHeader } from '../../../ui/screen-header.tsx'
import { DecisionForm } from '../decision/decision-form.tsx'
import { DecisionSection } from '../decision/decision-section.tsx'
import { SeverityTag, Tag } from '../tag.tsx'
import { categoriesText, nameOf, refusalText } from '../words.ts'
import { AppealSection } from './appeal-section.tsx'
import { ClaimBar } from './claim-bar.tsx'
import { HistorySection } from './history-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { ReportSection } from './report-section.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { useClaim } from './use-claim.ts'
import { useSeenReports } from './use-seen-reports.ts'
import { PhotosSwitch } from './wanted-photo.tsx'

/** Everything about a case, in the order in which a moderator needs it; the decision comes last. */
export function CaseView({ one }: { one: ModerationCase }) {
  const { id, status, severity, user, openedAt, refusal, decisions, appeal } = one
  const me = useUser()
  const navigate = useNavigate()
  const claim = useClaim(id)
  const seen = useSeenReports(one.reports)
  const note = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isMine = one.claim?.userId === me.id
  const isOpen = status === 'open'

  return (
    <main data-wide className="flex flex-col gap-6 p-4">
      <div className="flex flex-col gap-2">
        <ScreenHeader
          back={clientRoutes.moderation}
          backLabel={t`Back to the cases`}
          backKey="u"
          title={<bdi>{nameOf(user)}</bdi>}
        >
          <Shortcuts
            list={[
              { key: 'c', text: t`Take the case`, run: () => void (isOpen && refusal === null && claim.take()) },
              { key: 'd', text: t`Go to the decision`, run: () => firstField(form.current)?.focus() },
              { key: 'n', text: t`Write a note`, run: () => note.current?.focus() },
              { key: 'u', text: t`Back to the cases`, run: () => void navigate(clientRoutes.moderation) },
            ]}
          />
        </ScreenHeader>
        <div className="flex flex-wrap items-center gap-1.5">
          <SeverityTag severity={severity} />
          {!isOpen && <Tag>{t`Decided`}</Tag>}
        </div>
        <p className="font-semibold">{categoriesText(one)}</p>
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          {t`Case ${id}`}
          {user.username !== null && (
            <>
              {' · '}
              <bdi>@{user.username}</bdi>
            </>
          )}
          {' · '}
          <time dateTime={openedAt} title={exactTime(openedAt)}>
            {shortTime(openedAt)}
          </time>
        </p>
        <Link
          to={invitedRoute(user.id)}
          className="inline-flex min-h-11 items-center self-start text-sm font-semibold text-zing underline underline-offset-4"
        >{t`Who invited whom`}</Link>
      </div>
      {isOpen && refusal !== null && <p className="rounded-card bg-surface-2 p-4">{refusalText(refusal)}</p>}
      {isOpen && refusal === null && <ClaimBar claim={one.claim} {...claim} />}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start min-[87.5rem]:grid-cols-[minmax(0,1fr)_20rem_24rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PhotosSwitch />
          {appeal && <AppealSection appeal={appeal} />}
          {one.reports.map((report, index) => (
            <ReportSection
              key={report.id}
              report={report}
              user={user}
              number={index + 1}
              of={one.reports.length}
              isNew={seen.isNew(report.id)}
              dismissedFrom={isOpen && refusal === null && !appeal ? id : null}
            />
          ))}
        </div>
        <div className="flex min-w-0 flex-col gap-6 min-[87.5rem]:contents">
          <div className="flex min-w-0 flex-col gap-6">
            <HistorySection cases={one.history} />
            <NotesSection caseId={id} notes={one.notes} input={note} />
          </div>
          <div className="flex min-w-0 flex-col gap-6 min-[87.5rem]:sticky min-[87.5rem]:top-4">
            {decisions.length > 0 && <DecisionSection caseId={id} decisions={decisions} canUndo={one.canUndo} />}
            {isOpen && refusal === null && (
              <div hidden={!isMine}>
                {/* keeps what was written when the claim ends meanwhile */}
                <DecisionForm one={one} seen={seen} form={form} />
              </div>
            )}
          </div>
        </div>
      </div>
    </main>
  )
}

function firstField(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector<HTMLElement>('input:checked') ?? form?.querySelector<HTMLElement>('input') ?? null
}
