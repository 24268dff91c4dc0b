import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MediaSetting } from '@zing/proto/fields'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { useForm } from 'react-hook-form'
import { useCommunity } from '../../../lib/state/community.ts'
import {
  conversationSettingsQuery,
  useSaveConversationSettings,
  type Wanted,
} from '../../../queries/chat/media/conversation-settings.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { RadioList } from '../../../ui/inputs/radio-list.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const CHOICES = ['no', 'afterBoth', 'fromStart'] as const satisfies MediaSetting[]
const WORDS = {
  no: msg`Never`,
  afterBoth: msg`Once we have both written`,
  fromStart: msg`From the start`,
}

interface SettingsDialogProps {
  partner: { id: number; name: string }
  onClose: () => void
}

/** Asks when the user takes photos and voice messages from one partner. */
export function SettingsDialog({ partner, onClose }: SettingsDialogProps) {
  const { data, error, refetch } = useQuery(conversationSettingsQuery(partner.id, false))
  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">{t`Photos and voice messages`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          When may <bdi>{plainNameOf(partner.name)}</bdi> send you these? They won't be told what you choose.
        </Trans>
      </ModalHint>
      {!data && !error && <Spinner className="mx-auto mt-6 size-8 text-zing" />}
      {!data && error && (
        <div role="alert" className="mt-4 flex flex-col gap-3">
          <p className="text-bad">{error.message}</p>
          <Button variant="outline" onClick={() => refetch()}>{t`Try Again`}</Button>
        </div>
      )}
      {data && <SettingsForm partnerId={partner.id} saved={data} onSaved={onClose} />}
    </Modal>
  )
}

interface SettingsFormProps {
  partnerId: number
  saved: Wanted
  onSaved: () => void
}

function SettingsForm({ partnerId, saved: { photos, voice }, onSaved }: SettingsFormProps) {
  const { features } = useCommunity()
  const { mutate, isPending } = useSaveConversationSettings(partnerId)
  const { register, handleSubmit } = useForm({ defaultValues: { photos, voice } })
  const list = { options: CHOICES, textOf: (one: MediaSetting) => t(WORDS[one]) }
  return (
    <form
      onSubmit={handleSubmit((wanted) => mutate(wanted, { onSuccess: onSaved }))}
      className="mt-5 flex flex-col gap-5"
    >
      {features.chatPhotos && <RadioList legend={t`Photos`} {...list} radio={register('photos')} />}
      {features.chatVoice && <RadioList legend={t`Voice messages`} {...list} radio={register('voice')} />}
      <DialogActions action={t`Save`} className="" isPending={isPending} />
    </form>
  )
}
