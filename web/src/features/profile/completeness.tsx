import { t } from '@lingui/core/macro'
import { completenessOf, missingOf } from '../../lib/text/profile/profile-goals.ts'
import { useUser } from '../../queries/session/user-context.ts'

/** Shows how complete the profile is, and the next steps. */
export function Completeness() {
  const user = useUser()
  const missing = missingOf(user)
  const percent = completenessOf(user)
  if (!missing) return null
  return (
    <section aria-label={t`Completeness`} className="flex flex-col gap-1.5">
      <p className="text-sm font-semibold">{t`Your profile is ${percent}% complete`}</p>
      <div
        role="progressbar"
        aria-label={t`Completeness of your profile`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-surface-2"
      >
        <div className="h-full rounded-full bg-zing" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-sm text-ink-2">{missing}</p>
    </section>
  )
}
