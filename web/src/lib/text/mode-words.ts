import type { RegistrationMode } from '@zing/proto/community/settings'

interface ModeWords {
  value: RegistrationMode
  label: string
  hint: string
}

/** Who may register, in the words of a keeper. */
export const MODES: readonly ModeWords[] = [
  { value: 'open', label: 'Open', hint: 'Anybody can join at once.' },
  {
    value: 'approval',
    label: 'With approval',
    hint: 'People answer a question, and a moderator lets them in. A good invitation skips the queue.',
  },
  { value: 'invitation', label: 'By invitation', hint: 'Only people with an invitation can join.' },
  { value: 'closed', label: 'Closed', hint: 'Nobody can join, whatever they have.' },
]
