import { t } from '@lingui/core/macro'
import type { FoundPlace } from '@zing/proto/places/place'
import { useState } from 'react'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { announce } from '../../../lib/state/toast-store.ts'
import { usePlaceSearch } from '../../../queries/places.ts'
import { useChangePlace } from '../../../queries/session/place.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { MODAL_CARD, Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { PlaceField } from '../../../ui/place/place-field.tsx'
import { endOfDay, TRIP_DAYS_MAX, tripDays } from './trip-days.ts'

/** Starts a trip: another place on the card, until the end of a day. */
export function TripDialog({ onClose }: { onClose: () => void }) {
  const search = usePlaceSearch()
  const [days] = useState(() => tripDays(new Date()))
  const [place, setPlace] = useState<FoundPlace | null>(null)
  const [day, setDay] = useState(days.usual)
  const { mutateAsync, isPending } = useChangePlace()
  const isPossible = day >= days.first && day <= days.last

  const start = useSingleFlight(async () => {
    if (!place) return
    await mutateAsync({ trip: { placeId: place.id, placeName: place.name, until: endOfDay(day) } }).then(
      () => {
        announce(t`Have a good trip`, t`Your card shows the other place until it ends.`)
        onClose()
      },
      () => {}, // shown by a toast
    )
  })

  return (
    <Modal isSticky onClose={onClose} className={`${MODAL_CARD} flex flex-col gap-4`}>
      <div>
        <ModalTitle className="text-xl">{t`A trip`}</ModalTitle>
        <ModalHint className="mt-1 text-sm text-ink-2">{t`Your card shows this place instead of your own, for up to ${TRIP_DAYS_MAX} days. Nobody sees when you leave.`}</ModalHint>
      </div>
      <PlaceField
        label={t`Where are you going?`}
        hint={t`People there find you, and you find them.`}
        search={search}
        value={place}
        onChange={setPlace}
      />
      <Field label={t`Last day`} error={isPossible ? undefined : t`Please choose a day within the next two weeks.`}>
        {(control) => (
          <Input
            {...control}
            type="date"
            required
            min={days.first}
            max={days.last}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </Field>
      <DialogActions
        action={t`Start the trip`}
        isPending={isPending}
        isDisabled={!place || !isPossible}
        className="mt-2"
        onAction={start}
      />
    </Modal>
  )
}
