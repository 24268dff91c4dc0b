import { t } from '@lingui/core/macro'
import type { RegistrationMode } from '@zing/proto/community/settings'

interface ModeWords {
  value: RegistrationMode
  label: string
  hint: string
}

/** Who may register, in the words of a keeper. */
export const modes = (): readonly ModeWords[] => [
  { value: 'open', label: t({ message: 'Open', context: 'a door' }), hint: t`Anyone can join at once.` },
  {
    value: 'approval',
    label: t`With approval`,
    hint: t`People answer a question, and a moderator lets them in. A good invitation skips the queue.`,
  },
  { value: 'invitation', label: t`By invitation`, hint: t`Only people with an invitation can join.` },
  { value: 'closed', label: t`Closed`, hint: t`Nobody can join, whatever they have.` },
]
