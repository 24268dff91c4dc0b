import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { REPORT_CATEGORIES, ReportCategory } from '@zing/proto/moderation/categories'
import type { HeldMessage, HeldSender } from '@zing/proto/moderation/held-messages'
import { useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { CATEGORY_NAMES } from '../../lib/text/moderation-words.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { heldQuery, useDecideHeld } from '../../queries/moderation/moderation.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Words } from './case/case-section.tsx'
import { HOLD_REASON_NAMES, nameOf } from './words.ts'

const CATEGORY_DEFAULT: ReportCategory = 'scam'

/** First messages that their receivers do not see before a moderator has released them, by sender. */
export function HeldMessages() {
  const held = useInfiniteQuery(heldQuery)
  if (held.isPending)
    return (
      <output aria-label={t`Loading held messages`} className="grid min-h-[40dvh] place-items-center text-zing">
        <Spinner className="size-8" />
      </output>
    )
  if (held.isLoadingError)
    return <LoadFailure title={t`Couldn't load held messages`} error={held.error} onRetry={held.refetch} />
  if (held.data.length === 0 && !held.hasNextPage)
    return (
      <EmptyState
        title={t`No held messages`}
        hint={t`First messages sent to many people, with links or the same text, show up here.`}
        drawing="bell"
      />
    )
  return (
    <>
      <ul className="grid items-start gap-4 p-4 pt-2 lg:grid-cols-2 min-[87.5rem]:grid-cols-3">
        {held.data.map((one) => (
          <Sender key={one.user.id} one={one} />
        ))}
      </ul>
      <ShowMore page={held} className="p-4 pt-0" />
    </>
  )
}

function Sender({ one: { user, messages, count } }: { one: HeldSender }) {
  const [category, setCategory] = useState<ReportCategory>(CATEGORY_DEFAULT)
  const { mutateAsync, isPending } = useDecideHeld(user.id)
  const messageIds = messages.map(({ id }) => id)

  const decide = useSingleFlight((action: 'release' | 'reject') =>
    mutateAsync(action === 'release' ? { action, messageIds } : { action, messageIds, category }).then(
      ({ caseId }) => toast(caseId === null ? t`Messages released` : t`Rejected, case ${caseId} is open`),
      (error: Error) => toastError(t`Couldn't decide these messages`, error.message),
    ),
  )

  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h3 className="text-lg [overflow-wrap:anywhere]">
        <Trans>
          From <bdi>{nameOf(user)}</bdi>
        </Trans>
      </h3>
      <ol aria-label={t`Messages`} className="flex max-h-96 flex-col gap-2 overflow-y-auto">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      <Button wide disabled={isPending} onClick={() => decide('release')}>
        {isPending && <Spinner />}
        {releaseText(messages.length, count)}
      </Button>
      <div className="flex flex-col gap-3 border-t border-line pt-3">
        <Field label={t`Reason for rejecting`}>
          {(control) => (
            <Select
              {...control}
              value={category}
              onChange={({ target }) => setCategory(ReportCategory.parse(target.value))}
              options={REPORT_CATEGORIES}
              textOf={(option) => t(CATEGORY_NAMES[ReportCategory.parse(option)])}
            />
          )}
        </Field>
        <Button variant="outline" wide disabled={isPending} onClick={() => decide('reject')}>
          {rejectText(messages.length, count)}
        </Button>
      </div>
    </li>
  )
}

function Message({ message: { receiver, reason, content, createdAt } }: { message: HeldMessage }) {
  return (
    <li className="rounded-(--radius-input) border border-line px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2 text-[13px] text-ink-2 [overflow-wrap:anywhere]">
        <span>
          <Trans>
            To <bdi className="font-semibold text-ink">{nameOf(receiver)}</bdi>
          </Trans>
        </span>
        <span>{t(HOLD_REASON_NAMES[reason])}</span>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {shortTime(createdAt)}
        </time>
      </p>
      <Words>{content}</Words>
    </li>
  )
}

function releaseText(shown: number, count: number): string {
  if (shown < count) return t`Release ${shown} of ${count} messages`
  return shown === 1 ? t`Release the message` : t`Release all ${shown} messages`
}

function rejectText(shown: number, count: number): string {
  if (shown < count) return t`Reject ${shown} of ${count} messages`
  return shown === 1 ? t`Reject the message` : t`Reject all ${shown} messages`
}
