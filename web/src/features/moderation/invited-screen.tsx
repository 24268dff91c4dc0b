import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes, invitedRoute } from '@zing/proto/client-routes'
import type { ResponseOf } from '@zing/proto/endpoint'
import type { getInvited, InvitedUser } from '@zing/proto/http/staff/applications'
import { BRANCH_MAX } from '@zing/proto/limits'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { listText } from '../../lib/text/list-text.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { invitedQuery, useDecideInvited } from '../../queries/moderation/applications.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenFailure } from '../../ui/load-failure.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { Tag } from './tag.tsx'
import { nameOf } from './words.ts'

type Branch = ResponseOf<typeof getInvited>
type Decision = 'suspend' | 'review'

const DEEPEST_INDENT = 5
const STATUS_NAMES: Record<InvitedUser['status'], MessageDescriptor | null> = {
  active: null,
  pending: msg`Waiting`,
  refused: msg`Refused`,
  suspended: msg`Suspended`,
}

/** Whom a user has invited, and whom they have invited, with one act for all of them. */
export function InvitedScreen() {
  const userId = Number(useParams().id)
  const { data, isPending, error, refetch } = useQuery(invitedQuery(userId))
  if (isPending) return <ScreenSpinner label={t`Loading the invited people`} />
  if (!data) return <ScreenFailure title={t`Couldn't load the invited people`} error={error} onRetry={refetch} />
  return <Invited key={userId} branch={data} />
}

function Invited({ branch }: { branch: Branch }) {
  const { user, inviter, invited, isCut } = branch
  const [asked, setAsked] = useState<Decision | null>(null)
  return (
    <main data-wide className="flex flex-col gap-4 p-4">
      <ScreenHeader
        back={clientRoutes.applications}
        backLabel={t`Back to the applications`}
        title={
          <Trans>
            Invited by <bdi>{nameOf(user)}</bdi>
          </Trans>
        }
      />
      {inviter && (
        <p className="[overflow-wrap:anywhere]">
          <Trans>
            <bdi>{nameOf(user)}</bdi> was invited by <Person user={inviter} />
          </Trans>
        </p>
      )}
      {invited.length === 0 ? (
        <EmptyState
          title={t`Nobody yet`}
          hint={t`Nobody has come with an invitation of this person.`}
          drawing="users"
        />
      ) : (
        <>
          <ul
            aria-label={t`Invited people`}
            className="divide-y divide-line rounded-card border border-line bg-surface"
          >
            {invited.map((one) => (
              <Row key={one.user.id} one={one} />
            ))}
          </ul>
          {isCut && (
            <p className="text-ink-2">{t`These are the first ${BRANCH_MAX}. Decide about them, then come back for the rest.`}</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button
              variant="danger"
              aria-haspopup="dialog"
              onClick={() => setAsked('suspend')}
            >{t`Suspend all`}</Button>
            <Button
              variant="outline"
              aria-haspopup="dialog"
              onClick={() => setAsked('review')}
            >{t`Send all to the queue`}</Button>
          </div>
        </>
      )}
      {asked && <Confirm branch={branch} decision={asked} onClose={() => setAsked(null)} />}
    </main>
  )
}

/** A row is indented by its depth, which is said in words too. */
function Row({ one: { user, depth, byId, status, isStaff, joinedAt } }: { one: InvitedUser }) {
  const statusName = STATUS_NAMES[status]
  return (
    <li
      className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 py-2 pe-4"
      style={{ paddingInlineStart: `${0.25 + Math.min(depth, DEEPEST_INDENT) * 0.75}rem` }}
    >
      <span aria-hidden className="inline-block text-line rtl:-scale-x-100">
        {depth > 1 ? '└' : ''}
      </span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <Person user={user} />
        {user.username !== null && <bdi className="text-sm text-ink-2"> @{user.username}</bdi>}
        <span className="sr-only">
          , {depth === 1 ? t`invited directly` : t`level ${depth}, by member ${String(byId)}`}
        </span>
      </span>
      {isStaff && <Tag>{t`Staff`}</Tag>}
      {statusName && <Tag className="border-warn text-warn">{t(statusName)}</Tag>}
      <time dateTime={joinedAt} title={exactTime(joinedAt)} className="text-[13px] text-ink-2">
        {shortTime(joinedAt)}
      </time>
    </li>
  )
}

function Person({ user }: { user: InvitedUser['user'] }) {
  return (
    <Link
      to={invitedRoute(user.id)}
      className="inline-flex min-h-11 items-center font-semibold text-zing underline underline-offset-4"
    >
      <bdi>{nameOf(user)}</bdi>
    </Link>
  )
}

interface Words {
  title: (count: number) => string
  hint: string
  action: string
  done: (count: number) => string
}

const decisionWords = (): Record<Decision, Words> => ({
  suspend: {
    title: (count) => plural(count, { one: 'Suspend: # account?', other: 'Suspend: # accounts?' }),
    hint: t`They are logged out right away and cannot come back until a moderator lifts it. All their invitations end.`,
    action: t`Suspend all`,
    done: (count) => plural(count, { one: '# account suspended', other: '# accounts suspended' }),
  },
  review: {
    title: (count) => plural(count, { one: 'Send to the queue: # account?', other: 'Send to the queue: # accounts?' }),
    hint: t`They wait like new applicants until a moderator lets each of them in. All their invitations end.`,
    action: t`Send all to the queue`,
    done: (count) => plural(count, { one: '# account sent to the queue', other: '# accounts sent to the queue' }),
  },
})

function Confirm({ branch, decision, onClose }: { branch: Branch; decision: Decision; onClose: () => void }) {
  const { user, invited } = branch
  const { mutateAsync, isPending } = useDecideInvited(user.id)
  const count = invited.filter(({ isStaff }) => !isStaff).length
  const staff = invited.filter(({ isStaff }) => isStaff).map((one) => nameOf(one.user))
  const { title, hint, action, done } = decisionWords()[decision]
  const decide = useSingleFlight(() =>
    mutateAsync({ decision }).then(
      ({ changed, leftOut }) => {
        toast(done(changed), leftOut.length > 0 ? t`Left out: ${listText(leftOut.map(nameOf))}` : undefined)
        onClose()
      },
      (error: Error) => toastError(t`Couldn't do that`, error.message),
    ),
  )
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl">{title(count)}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{hint}</ModalHint>
      <p className="mt-3 [overflow-wrap:anywhere]">
        <Trans>
          Left out: <bdi>{listText([nameOf(user), ...staff])}</bdi>
        </Trans>
      </p>
      <DialogActions action={action} isDanger isPending={isPending} onAction={decide} />
    </Modal>
  )
}
