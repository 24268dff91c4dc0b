import { t } from '@lingui/core/macro'
import type { FoundPlace } from '@zing/proto/places/place'
import { useState } from 'react'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { useCommunity } from '../../../lib/state/community.ts'
import { announce } from '../../../lib/state/toast-store.ts'
import { usePlaceSearch } from '../../../queries/places.ts'
import { useChangePlace } from '../../../queries/session/place.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { MODAL_CARD, Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { PlaceField } from '../../../ui/place/place-field.tsx'

/** Chooses the place on the user's card, or none. `reason` says why it is asked now. */
export function PlaceDialog({ reason, onClose }: { reason?: string; onClose: () => void }) {
  const { place: own = null } = useUser()
  const { place: mode } = useCommunity()
  const search = usePlaceSearch()
  const [chosen, setChosen] = useState<FoundPlace | null>(own)
  const { mutateAsync, isPending } = useChangePlace()

  const save = useSingleFlight(() =>
    mutateAsync(chosen ? { placeId: chosen.id, placeName: chosen.name } : { placeId: null }).then(
      () => {
        announce(t`Saved`, chosen ? shownText(chosen.name) : t`Your card shows no place.`)
        onClose()
      },
      () => {}, // shown by a toast
    ),
  )

  const isSame = chosen?.id === own?.id
  return (
    <Modal isSticky onClose={onClose} className={`${MODAL_CARD} flex flex-col gap-4`}>
      <div>
        <ModalTitle className="text-xl">{t`Your place`}</ModalTitle>
        <ModalHint className="mt-1 text-sm text-ink-2">
          {reason ?? t`Everyone who sees your card sees it. It's all we know about where you are.`}
        </ModalHint>
      </div>
      <PlaceField
        label={t`Where are you?`}
        hint={t`A town near you is enough; it need not be yours.`}
        search={search}
        value={chosen}
        onChange={setChosen}
      />
      <DialogActions
        action={chosen ? t`Save` : t`Show no place`}
        isPending={isPending}
        isDisabled={isSame || (chosen === null && mode === 'required')}
        className="mt-2"
        onAction={save}
      />
    </Modal>
  )
}

function shownText(place: string): string {
  return t`Your card shows ${place}.`
}
