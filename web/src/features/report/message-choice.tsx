import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { REPORT_MESSAGES_MAX } from '@zing/proto/limits'
import { wordsOf } from '../../lib/text/message-words.ts'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { messagesQuery } from '../../queries/chat/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/inputs/check-box.tsx'

interface MessageChoiceProps {
  partnerId: number
  marked: ReadonlySet<number>
  onChange: (marked: ReadonlySet<number>) => void
}

/** The partner's messages, oldest first as in the chat; the newest is in sight. */
export function MessageChoice({ partnerId, marked, onChange }: MessageChoiceProps) {
  const { data = [], hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(messagesQuery(partnerId))
  const received = data.filter(({ senderId, kind }) => senderId === partnerId && kind !== 'deleted')
  const isFull = marked.size >= REPORT_MESSAGES_MAX

  function toggle(id: number): void {
    const next = new Set(marked)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }

  if (received.length === 0 && !hasNextPage) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{t`Which messages? (optional)`}</legend>
      <div
        ref={scrollToEnd}
        className="max-h-60 overflow-y-auto rounded-(--radius-input) border border-line bg-surface px-4"
      >
        {hasNextPage && (
          <Button
            variant="link"
            size="sm"
            wide
            disabled={isFetchingNextPage}
            onClick={() => fetchNextPage()}
          >{t`Show older messages`}</Button>
        )}
        <ul className="divide-y divide-line">
          {received.map((message) => {
            const { id, createdAt } = message
            return (
              <li key={id}>
                <CheckBox
                  checked={marked.has(id)}
                  disabled={isFull && !marked.has(id)}
                  onChange={() => toggle(id)}
                  label={
                    <span dir="auto" className="block text-ui-start whitespace-pre-wrap">
                      {wordsOf(message)}
                    </span>
                  }
                  hint={
                    <time dateTime={createdAt} title={exactTime(createdAt)}>
                      {shortTime(createdAt)}
                    </time>
                  }
                />
              </li>
            )
          })}
        </ul>
      </div>
      <p aria-live="polite" className="mt-1.5 text-sm text-ink-2 empty:hidden">
        {isFull && t`You can mark up to ${REPORT_MESSAGES_MAX} messages. Moderators also see the messages around them.`}
      </p>
    </fieldset>
  )
}

function scrollToEnd(list: HTMLElement | null): void {
  list?.scrollTo({ top: list.scrollHeight })
}
