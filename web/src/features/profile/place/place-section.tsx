import { t } from '@lingui/core/macro'
import { Luggage, MapPin } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { useCommunity } from '../../../lib/state/community.ts'
import { announce } from '../../../lib/state/toast-store.ts'
import { kindText } from '../../../lib/text/place-text.ts'
import { dayText } from '../../../lib/text/relative-time.ts'
import { useChangePlace } from '../../../queries/session/place.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { Button } from '../../../ui/button.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { TripDialog } from './trip-dialog.tsx'

/** The place on the user's card, and a trip that stands there for a while. Changes are saved at once. */
export function PlaceSection() {
  const { place = null, trip } = useUser()
  const { place: mode } = useCommunity()
  const [open, setOpen] = useState<'place' | 'trip' | null>(null)
  const { mutateAsync, isPending } = useChangePlace()
  const endTrip = useSingleFlight(() =>
    mutateAsync({ trip: null }).then(
      () => announce(t`Welcome back`, t`Your card shows your own place again.`),
      () => {}, // shown by a toast
    ),
  )

  if (mode === 'off') return null
  return (
    <section aria-labelledby="place" className="flex flex-col gap-2">
      <h3 id="place" className="text-lg">{t`Place`}</h3>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        <Row
          icon={<MapPin aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />}
          title={place ? <bdi>{place.name}</bdi> : t`No place`}
          hint={place ? kindText(place.kind) : t`Your card shows none.`}
        >
          <Button variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setOpen('place')}>
            {place ? t({ message: 'Change', context: 'a place' }) : t`Choose a place`}
          </Button>
        </Row>
        {trip ? (
          <Row
            icon={<Luggage aria-hidden className="size-5 shrink-0 text-zing" strokeWidth={1.75} />}
            title={visitingText(trip.place.name)}
            hint={untilText(dayText(trip.until))}
          >
            <Button variant="outline" size="sm" disabled={isPending} onClick={endTrip}>{t`End the trip`}</Button>
          </Row>
        ) : (
          <Row
            icon={<Luggage aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />}
            title={t`Travelling?`}
            hint={t`Show another place for a few days.`}
          >
            <Button
              variant="outline"
              size="sm"
              aria-haspopup="dialog"
              onClick={() => setOpen('trip')}
            >{t`Start a trip`}</Button>
          </Row>
        )}
      </div>
      {open === 'place' && <PlaceDialog onClose={() => setOpen(null)} />}
      {open === 'trip' && <TripDialog onClose={() => setOpen(null)} />}
    </section>
  )
}

interface RowProps {
  icon: ReactNode
  title: ReactNode
  hint: string
  children: ReactNode
}

function Row({ icon, title, hint, children }: RowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-3 p-4">
      {icon}
      <div className="min-w-[9rem] flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
        <p className="text-sm text-ink-2">{hint}</p>
      </div>
      {children}
    </div>
  )
}

function untilText(day: string): string {
  return t`Until ${day}. Only you see when it ends; your own place is hidden meanwhile.`
}

function visitingText(place: string): string {
  return t`Visiting ${place}`
}
