import { messageContent } from '@zing/proto/fields'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { withEmoji } from '../../lib/emoticons.ts'
import { enqueueMessage } from '../../queries/outbox.ts'
import { toastError } from '../../ui/toast-store.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { useTypingSignal } from './use-typing-signal.ts'

/** Message input that grows to five lines, keeps a draft per chat and signals typing. */
export function Composer({ partnerId, partnerName }: { partnerId: number; partnerName: string }) {
  const [text, setText] = useState(() => readDraft(partnerId))
  const input = useRef<HTMLTextAreaElement>(null)
  const { typed, stopped } = useTypingSignal(partnerId)
  const isEmpty = text.trim() === ''

  function change(next: string): void {
    setText(next)
    saveDraft(partnerId, next)
    typed(next !== '')
  }

  function send(): void {
    const content = messageContent.safeParse(withEmoji(text.trim()))
    if (isEmpty) return
    if (!content.success) return toastError('Message not sent', reasonOf(content.error.issues[0]?.message, text))
    enqueueMessage(partnerId, content.data)
    setText('')
    saveDraft(partnerId, '')
    stopped()
    input.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  return (
    <form onSubmit={onSubmit} className="safe-bottom border-t border-line bg-surface">
      <div className="flex items-end gap-2 p-2.5">
        <textarea
          ref={input}
          value={text}
          rows={1}
          aria-label={`Message to ${partnerName}`}
          placeholder="Type a message"
          enterKeyHint="send"
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          onBlur={stopped}
          className="field-sizing-content max-h-[8.5rem] min-h-12 flex-1 resize-none rounded-3xl bg-surface-2 px-4 py-3 text-ink placeholder:text-ink-2"
        />
        <button
          type="submit"
          aria-label="Send"
          disabled={isEmpty}
          onPointerDown={(event) => event.preventDefault()} // keeps the keyboard of a phone open
          className="grid size-12 shrink-0 place-items-center rounded-full bg-zing text-on-zing transition-transform active:scale-95 disabled:opacity-50"
        >
          <SendHorizontal aria-hidden className="size-5" strokeWidth={2} />
        </button>
      </div>
    </form>
  )
}

/** Names the characters that a message may not have where the text of the specification does not. */
function reasonOf(message: string | undefined, text: string): string | undefined {
  const isAboutCharacters = message === 'Message contains invalid characters' && /[<>;=]/.test(text)
  return isAboutCharacters ? `${message}. Please leave out < > ; =` : message
}
