import { t } from '@lingui/core/macro'
import { DoorClosed } from 'lucide-react'
import { hasCode } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { exactTime } from '../../lib/text/relative-time.ts'
import { useChangeSettings, type VersionedSettings } from '../../queries/moderation/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useConfirm } from './confirm-context.ts'
import { FALLBACK_REASONS } from './fallback-words.ts'

/** Says why the product has turned an open door to approval, and opens it again. */
export function FallbackNotice({ data: { version, settings } }: { data: VersionedSettings }) {
  const { fallenBack } = settings.registration
  const { mutateAsync, isPending } = useChangeSettings()
  const confirm = useConfirm()
  const open = useSingleFlight(() =>
    confirm(() => mutateAsync({ version, changes: { registration: { mode: 'open' } } })).then(
      () => toast(t`The door is open again`),
      (error: Error) => {
        if (!hasCode(error, 'CONFIRM')) toastError(t`Couldn't open the door`, error.message)
      },
    ),
  )
  if (!fallenBack) return null
  const since = t(FALLBACK_REASONS[fallenBack.reason])
  return (
    <section aria-labelledby="fallback" className="flex flex-col gap-3 rounded-card border border-warn bg-surface p-4">
      <div className="flex items-start gap-3">
        <DoorClosed aria-hidden className="mt-0.5 size-6 shrink-0 text-warn" strokeWidth={1.75} />
        <div>
          <h3 id="fallback" className="text-lg">{t`New people now need approval`}</h3>
          <p className="text-ink-2">
            {t`The open door has turned to approval by itself, since ${since}.`}{' '}
            <time dateTime={fallenBack.at} className="text-sm">
              {exactTime(fallenBack.at)}
            </time>
          </p>
        </div>
      </div>
      <Button wide className="sm:w-auto! sm:self-start" disabled={isPending} onClick={open}>
        {isPending && <Spinner />}
        {t`Open the door again`}
      </Button>
    </section>
  )
}
