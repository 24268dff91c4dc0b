import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import type { DecisionAction } from '@zing/proto/moderation/decisions'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import { REASON_NAMES } from '../../lib/text/moderation-words.ts'
import { type ModerationNotification, useReadNotifications } from '../../queries/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { sanctionTitle } from './sanction-title.ts'

/** Tells a sanction once, over the next screen: what happened, why, and what the user can do now. */
export function SanctionDialog({ notification }: { notification: ModerationNotification }) {
  const { readOne } = useReadNotifications()
  const leaveTo = useLeaveLayers()
  const { payload } = notification
  const { hint, link } = nextStep(notification)
  const close = () => readOne.mutate(notification.id)
  return (
    <Modal role="alertdialog" onClose={close} isSticky>
      <ModalTitle className="text-xl">{sanctionTitle(notification)}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{hint}</ModalHint>
      <dl className="mt-4 flex flex-col gap-3 rounded-xl bg-surface-2 p-4">
        <div>
          <dt className="text-sm text-ink-2">{t`Reason`}</dt>
          <dd>{t(REASON_NAMES[payload.reason])}</dd>
        </div>
        {payload.text !== null && (
          <div>
            <dt className="text-sm text-ink-2">{t`From the moderators`}</dt>
            <dd dir="auto" className="text-ui-start whitespace-pre-wrap [overflow-wrap:anywhere]">
              {payload.text}
            </dd>
          </div>
        )}
      </dl>
      <div className="mt-6 flex flex-col gap-2">
        {link && (
          <Button wide onClick={() => void leaveTo(clientRoutes.editProfile, close)}>
            {link}
          </Button>
        )}
        <Button variant={link ? 'ghost' : 'default'} wide onClick={close}>{t`I understand`}</Button>
      </div>
    </Modal>
  )
}

interface NextStep {
  hint: string
  /** Leads to the own profile. */
  link?: string
}

const warning = (): NextStep => ({
  hint: t`You don't have to do anything now. If it happens again, your account can be suspended.`,
})
const nextSteps = (): Partial<Record<DecisionAction, NextStep>> => ({
  warn: warning(),
  'remove-photo': { hint: t`Others can't see it anymore. You can add another one.`, link: t`Change your photos` },
  'remove-text': { hint: t`Others can't see it anymore. You can write a new one.`, link: t`Edit your profile` },
})

function nextStep(notification: ModerationNotification): NextStep {
  return (notification.type === 'DECISION' && nextSteps()[notification.payload.action]) || warning()
}
