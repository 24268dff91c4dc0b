import { t } from '@lingui/core/macro'
import type { VerificationSigns } from '@zing/proto/moderation/verification'
import { clsx } from 'clsx'
import { type Sureness, signsInWords } from './sign-words.ts'

const COLOURS: Record<Sureness, string> = {
  likely: 'text-ok',
  unsure: 'text-warn',
  unlikely: 'text-bad',
  'not-compared': 'text-ink-2',
}

/** Shows what a program has compared. It decides nothing. */
export function SignList({ signs }: { signs: VerificationSigns | null }) {
  return (
    <section aria-label={t`Signs`} className="flex min-w-0 flex-1 flex-col gap-2">
      {signs ? (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
          {signsInWords(signs).map(({ label, sureness, text }) => (
            <li key={label} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="[overflow-wrap:anywhere]">{label}</span>
              <span className={clsx('font-semibold', COLOURS[sureness])}>{text}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="rounded-card bg-surface-2 p-4">{t`No program has compared these pictures.`}</p>
      )}
      <p className="text-sm text-ink-2">{t`Signs can be wrong. Look for yourself; the pictures are deleted with your decision. Left and right are the member's own.`}</p>
    </section>
  )
}
