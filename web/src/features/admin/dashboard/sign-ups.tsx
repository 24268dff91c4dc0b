import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { SignUps } from '@zing/proto/community/dashboard'
import type { ReactNode } from 'react'
import type { Bar } from '../charts/bars.tsx'
import { Line } from '../charts/line.tsx'

/** Sign-ups by day. */
export function SignUpLine({ signUps }: { signUps: SignUps }) {
  const points = signUps.byDay.map(({ day, members }) => ({ label: dayName(day), value: members }))
  if (points.every(({ value }) => value === null))
    return <p className="text-sm text-ink-2">{t`No day has ten sign-ups, so there is no line.`}</p>
  return <Line caption={t`Sign-ups by day`} heads={[t`Day`, t`Members`]} points={points} />
}

/** Formats as "2 Mar 2026". */
export function dayName(day: string): string {
  return i18n.date(day, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

/** Sign-ups by the label of their invitation. */
export function sourcesOf({ sources, otherSources, members }: SignUps): Bar[] {
  const named = sources.map(({ label, members: value }) => ({ label: nameOf(label), value, of: members ?? value }))
  return otherSources === null
    ? named
    : [
        ...named,
        { label: t({ message: 'Others', context: 'other sources' }), value: otherSources, of: members ?? otherSources },
      ]
}

function nameOf(label: string | null): ReactNode {
  if (label === null) return t`Without an invitation`
  return label === '' ? t`Invitations without a label` : <bdi>{label}</bdi>
}
