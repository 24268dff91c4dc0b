import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '@zing/proto/messages'
import { Copy, Reply, Trash2 } from 'lucide-react'
import { toast } from '../../../lib/state/toast-store.ts'
import { textOf } from '../../../lib/text/message-words.ts'
import { canDelete } from '../../../queries/chat/can-delete.ts'
import { discard } from '../../../queries/chat/outbox.ts'
import { ownReaction, useReact } from '../../../queries/chat/reactions.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { MessageMenu } from './message-menu.tsx'

const ICON = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.75 } as const

interface SentMenuProps {
  label: string
  message: Message
  isMine: boolean
  place: DOMRect
  onReply: (message: Message) => void
  /** Asks whether to delete it for both. */
  onDelete: (message: Message) => void
  onClose: () => void
}

/** The menu of a message that the server has. */
export function SentMenu({ label, message, isMine, place, onReply, onDelete, onClose }: SentMenuProps) {
  const { id: userId } = useUser()
  const { mutate: react } = useReact(isMine ? message.receiverId : message.senderId, userId)
  const own = ownReaction(message, userId)
  return (
    <MessageMenu
      label={label}
      place={place}
      isMine={isMine}
      reactions={{ own, onReact: (emoji) => react({ message, emoji: emoji === own ? null : emoji }) }}
      items={[
        {
          icon: <Reply {...ICON} className="size-5 rtl:-scale-x-100" />,
          text: t`Reply`,
          onSelect: () => onReply(message),
        },
        ...copyItem(textOf(message)),
        ...(isMine && canDelete(message)
          ? [{ icon: <Trash2 {...ICON} />, text: t`Delete`, onSelect: () => onDelete(message) }]
          : []),
      ]}
      onClose={onClose}
    />
  )
}

interface WaitingMenuProps {
  label: string
  /** Id in the outbox. */
  id: string
  content: string
  place: DOMRect
  onClose: () => void
}

/** The menu of a message that waits for the connection. */
export function WaitingMenu({ label, id, content, place, onClose }: WaitingMenuProps) {
  const client = useQueryClient()
  return (
    <MessageMenu
      label={label}
      place={place}
      isMine
      items={[
        ...copyItem(content),
        { icon: <Trash2 {...ICON} />, text: t`Delete`, onSelect: () => discard(client, id) },
      ]}
      onClose={onClose}
    />
  )
}

/** Nothing for a photo without a caption, or a voice message. */
function copyItem(content: string) {
  if (content === '') return []
  const copy = () => void navigator.clipboard?.writeText(content).then(() => toast(t`Copied`))
  return [{ icon: <Copy {...ICON} />, text: t`Copy`, onSelect: copy }]
}
