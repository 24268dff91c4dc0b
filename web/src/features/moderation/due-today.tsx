import { plural, t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { casesQuery } from '../../queries/moderation/moderation.ts'

/** Says how much work the day still has. The queue begins with what is due first. */
export function DueToday() {
  const { data, hasNextPage } = useInfiniteQuery(casesQuery('open'))
  if (!data) return null
  const due = data.filter(({ dueAt }) => Date.parse(dueAt) < endOfToday()).length
  const isMore = hasNextPage && due === data.length
  return <p className="px-4 text-sm text-ink-2">{dueText(due, isMore)}</p>
}

function dueText(due: number, isMore: boolean): string {
  if (due === 0) return t`No case is due today.`
  return isMore
    ? t`More than ${due} cases due today`
    : plural(due, { one: '# case due today', other: '# cases due today' })
}

function endOfToday(): number {
  return new Date().setHours(24, 0, 0, 0)
}
