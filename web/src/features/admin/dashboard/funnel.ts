import { t } from '@lingui/core/macro'
import type { Dashboard } from '@zing/proto/community/dashboard'
import type { Bar } from '../charts/bars.tsx'
import { percent } from './numbers.ts'

/** The steps of members from the sign-up on, each with its share of the newcomers. */
export function funnelOf({ signUps, meetings, talks }: Dashboard): Bar[] {
  const members = signUps?.members ?? null
  const step = (label: string, value: number | null | undefined, of = members): Bar => ({
    label,
    value: value ?? null,
    of: of ?? 0,
    note: value !== null && value !== undefined && of ? percent(value / of) : undefined,
  })
  const [week, month] = [meetings?.after7Days, meetings?.after28Days]
  return [
    { label: t`Signed up`, value: members, of: members ?? 0 },
    step(t`Have a photo`, signUps?.withPhoto),
    step(t`Have liked someone`, meetings?.liked),
    step(t`Have a match`, meetings?.matched),
    step(t`Have written`, talks?.wrote),
    step(t`Talk with someone`, talks?.replied),
    step(t`Still here after 7 days`, week?.stayed, week?.members ?? null),
    step(t`Still here after 28 days`, month?.stayed, month?.members ?? null),
  ]
}
