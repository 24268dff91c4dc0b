import { t } from '@lingui/core/macro'
import type { ShownEvidenceMessage } from '@zing/proto/moderation/evidence'
import type { ModeratedUser } from '@zing/proto/moderation/moderated-user'
import { clsx } from 'clsx'
import { Flag } from 'lucide-react'
import { useId } from 'react'
import { wordsOfKind } from '../../../lib/text/message-words.ts'
import { exactTime } from '../../../lib/text/relative-time.ts'
import { nameOf } from '../words.ts'
import { EvidenceMedia } from './evidence-media.tsx'

interface EvidenceMessagesProps {
  messages: ShownEvidenceMessage[]
  user: ModeratedUser
  reporter: ModeratedUser
}

/** The conversation around the marked messages, scrolled to the first of them. */
export function EvidenceMessages({ messages, user, reporter }: EvidenceMessagesProps) {
  const id = useId()
  const firstMarked = messages.find(({ isMarked }) => isMarked)?.id
  return (
    <div className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      <h4 id={id} className="font-semibold">{t`Messages`}</h4>
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="-mx-2 max-h-96 overflow-y-auto px-2"
      >
        <ol className="flex flex-col gap-2">
          {messages.map((message) => (
            <Line
              key={message.id}
              message={message}
              sender={message.senderId === user.id ? user : reporter}
              isReported={message.senderId === user.id}
              isFirstMarked={message.id === firstMarked}
            />
          ))}
        </ol>
      </section>
    </div>
  )
}

interface LineProps {
  message: ShownEvidenceMessage
  sender: ModeratedUser
  /** True for messages from the user whom the case is about. */
  isReported: boolean
  isFirstMarked: boolean
}

function Line({ message, sender, isReported, isFirstMarked }: LineProps) {
  const { content, createdAt, isMarked, kind = 'text', media } = message
  return (
    <li
      ref={isFirstMarked ? showInList : null}
      className={clsx(
        'rounded-(--radius-input) border px-3 py-2',
        isMarked ? 'border-bad' : 'border-line',
        isReported && 'bg-surface-2',
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-[13px] text-ink-2">
        <bdi className="font-semibold text-ink [overflow-wrap:anywhere]">{nameOf(sender)}</bdi>
        <time dateTime={createdAt}>{exactTime(createdAt)}</time>
        {isMarked && (
          <span className="inline-flex items-baseline gap-1 font-semibold text-bad">
            <Flag aria-hidden className="size-3.5 self-center" />
            {t`Marked`}
          </span>
        )}
      </p>
      {media && <EvidenceMedia media={media} name={nameOf(sender)} caption={content} />}
      <p
        dir="auto"
        className={clsx('text-ui-start whitespace-pre-wrap [overflow-wrap:anywhere]', media && content && 'mt-2')}
      >
        {media ? content : wordsOfKind(kind, content)}
      </p>
    </li>
  )
}

/** Scrolls the list alone, not the page. */
function showInList(line: HTMLElement | null): void {
  const list = line?.closest('section')
  if (line && list) list.scrollTop = line.offsetTop - list.offsetTop
}
