import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MediaSetting } from '@zing/proto/http/media'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { useState } from 'react'
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

/** What the user takes from one partner. */
export function SettingsDialog({ partner, onClose }: SettingsDialogProps) {
  const { features } = useCommunity()
  const { data, error, refetch } = useQuery(conversationSettingsQuery(partner.id, false))
  const { mutate, isPending } = useSaveConversationSettings(partner.id)
  const [chosen, setChosen] = useState<Partial<Wanted>>({})
  const wanted = data && { photos: data.photos, voice: data.voice, ...chosen }

  function radio(kind: keyof Wanted) {
    return {
      name: kind,
      onChange: ({ target }: { target: HTMLInputElement }) =>
        setChosen({ ...chosen, [kind]: CHOICES.find((one) => one === target.value) }),
    }
  }

  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">{t`Photos and voice messages`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          What may <bdi>{plainNameOf(partner.name)}</bdi> send you? They won't be told what you choose.
        </Trans>
      </ModalHint>
      {!wanted && !error && <Spinner className="mx-auto my-8 size-8 text-zing" />}
      {!wanted && error && (
        <div role="alert" className="mt-4 flex flex-col gap-3">
          <p className="text-bad">{error.message}</p>
          <Button variant="outline" onClick={() => refetch()}>{t`Try Again`}</Button>
        </div>
      )}
      {wanted && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            mutate(wanted, { onSuccess: onClose })
          }}
          className="mt-5 flex flex-col gap-5"
        >
          {features.chatPhotos && (
            <RadioList legend={t`Photos`} options={CHOICES} textOf={(one) => t(WORDS[one])} value={wanted.photos} radio={radio('photos')} />
          )}
          {features.chatVoice && (
            <RadioList legend={t`Voice messages`} options={CHOICES} textOf={(one) => t(WORDS[one])} value={wanted.voice} radio={radio('voice')} />
          )}
          <DialogActions action={t`Save`} className="" isPending={isPending} />
        </form>
      )}
    </Modal>
  )
}
