import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { caseRoute, clientRoutes } from '@zing/proto/client-routes'
import type { AuditEntry } from '@zing/proto/moderation/audit-log'
import { Link } from 'react-router-dom'
import { exactTime } from '../../lib/text/relative-time.ts'
import { auditQuery } from '../../queries/moderation/moderation.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenFailure } from '../../ui/load-failure.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { detailInWords, type SettingName } from './audit-details.ts'
import { SealDetails } from './seal-details.tsx'
import { AUDIT_NAMES, nameOf } from './words.ts'

interface Props {
  /** The settings belong to another feature. */
  settingName: SettingName
}

/** Actions of moderators and admins, newest first. */
export function AuditScreen({ settingName }: Props) {
  const { data, isPending, isLoadingError, error, refetch, ...page } = useInfiniteQuery(auditQuery)
  if (isPending) return <ScreenSpinner label={t`Loading the audit log`} />
  if (isLoadingError) return <ScreenFailure title={t`Couldn't load the audit log`} error={error} onRetry={refetch} />
  return (
    <main data-wide className="flex flex-col gap-4 p-4">
      <ScreenHeader back={clientRoutes.moderation} backLabel={t`Back to the cases`} title={t`Audit log`} />
      {data.length === 0 ? (
        <EmptyState title={t`Nothing yet`} hint={t`Everything moderators do is logged here.`} drawing="bell" />
      ) : (
        <ol className="divide-y divide-line rounded-card border border-line bg-surface">
          {data.map((entry) => (
            <Entry key={entry.hash} entry={entry} settingName={settingName} />
          ))}
        </ol>
      )}
      <ShowMore page={page} />
    </main>
  )
}

function Entry({ entry, settingName }: { entry: AuditEntry } & Props) {
  const { at, actor, action, caseId, user, hash } = entry
  const details = Object.entries(entry.details).map(([name, value]) => detailInWords(name, value, settingName))
  const facts = details.filter(({ text }) => !isHash(text))
  const hashes = details.filter(({ text }) => isHash(text)).map(({ label, text }) => `${label}: ${text}`)
  return (
    <li className="flex flex-col gap-0.5 px-4 py-3 [overflow-wrap:anywhere] lg:grid lg:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)_13rem_10.5rem] lg:items-baseline lg:gap-x-4">
      <p className="font-semibold">{t(AUDIT_NAMES[action])}</p>
      <p>
        <bdi>{actor ? nameOf(actor) : nameless(action)}</bdi>
        {user && (
          <>
            {' · '}
            <Trans>
              about <bdi>{nameOf(user)}</bdi>
            </Trans>
          </>
        )}
      </p>
      {facts.length > 0 && (
        <dl className="grid gap-x-3 gap-y-1 py-1 text-sm sm:grid-cols-[auto_1fr] sm:gap-y-0.5 lg:col-start-3 lg:py-0">
          {facts.map(({ label, text }) => (
            <div key={label} className="sm:contents">
              <dt className="text-ink-2">{label}</dt>
              <dd>
                <bdi>{text}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="lg:col-start-4 lg:row-start-1">
        <time dateTime={at} className="text-[13px] text-ink-2">
          {exactTime(at)}
        </time>
        <SealDetails>{[...hashes, t`Entry: ${hash}`].join('\n')}</SealDetails>
      </div>
      {caseId !== null && (
        <Link
          to={caseRoute(caseId)}
          className="inline-flex min-h-11 items-center self-start text-sm font-semibold text-zing underline underline-offset-4 lg:col-start-5 lg:row-start-1 lg:self-baseline"
        >
          {t`Case ${caseId}`}
        </Link>
      )}
    </li>
  )
}

function isHash(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value)
}

/** The system reports users who resemble banned ones, and deletes what has ended. */
function nameless(action: AuditEntry['action']): string {
  return action === 'role.changed' || action === 'case.restored' ? t`Operator` : t`The system`
}
