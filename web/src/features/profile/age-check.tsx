import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { Cake } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { useUpdateUser } from '../../queries/session/user.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Asks once a year whether the age is still right. */
export function AgeCheck() {
  const user = useUser()
  const { mutateAsync, isPending } = useUpdateUser()

  const confirm = useSingleFlight(() => mutateAsync({ age: user.age }).catch(() => {})) // shows its failure

  if (!user.mustConfirmAge) return null
  return (
    <section aria-labelledby="age-check" className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-surface-2 text-zing">
          <Cake aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <div>
          <h3 id="age-check" className="text-lg">{t`Still ${user.age}?`}</h3>
          <p className="text-sm text-ink-2">{t`Others see your age, and it decides who you meet.`}</p>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Link
          to={clientRoutes.editProfile}
          className={buttonStyle({ variant: 'outline', wide: true })}
        >{t`Change it`}</Link>
        <Button wide disabled={isPending} onClick={confirm}>
          {isPending && <Spinner />}
          {t`Yes, ${user.age}`}
        </Button>
      </div>
    </section>
  )
}
