import { t } from '@lingui/core/macro'
import type { Reaction } from '@zing/proto/messages'

interface ReactionsProps {
  reactions: Reaction[]
  partnerId: number
  name: string
}

/** On the lower edge of the bubble. */
export function Reactions({ reactions, partnerId, name }: ReactionsProps) {
  return (
    <span className="z-1 mx-3 -mt-2 flex gap-0.5 rounded-full border border-line bg-surface px-1.5 py-0.5 text-sm leading-none">
      {reactions.map(({ userId, emoji }) => (
        <span key={userId}>
          <span className="sr-only">{userId === partnerId ? t`${name} reacted` : t`You reacted`} </span>
          {emoji}
        </span>
      ))}
    </span>
  )
}
