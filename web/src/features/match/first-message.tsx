import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { type Chat, readDraft, saveDraft } from '../../lib/state/drafts.ts'
import { excessHint, toContent, unsafeHint } from '../../lib/text/message-text.ts'

interface FirstMessageProps {
  chat: Chat
  name: string
  openers: readonly string[]
  /** False: they may change, so they only keep their place. */
  areOpenersKnown: boolean
  onSend: (text: string) => void
}

/**
 * Writes the first message in the overlay; a tap on an opener puts it into the field. An unsent text becomes the draft of
 * the chat.
 */
export function FirstMessage({ chat, name, openers, areOpenersKnown, onSend }: FirstMessageProps) {
  const [text, setText] = useState(() => readDraft(chat))
  const [error, setError] = useState('')
  const errorId = useId()

  function change(next: string): void {
    setText(next)
    saveDraft(chat, next)
    setError('')
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (text.trim() === '') return
    const message = toContent(text)
    if ('error' in message)
      return setError([message.error, excessHint(text) || unsafeHint(text)].filter(Boolean).join('. '))
    saveDraft(chat, '')
    onSend(message.content)
  }

  return (
    <form onSubmit={onSubmit} className="flex w-full flex-col gap-3 low-window:gap-2">
      <ul
        aria-label={t`First messages`}
        className={clsx('flex flex-wrap justify-center gap-2', !areOpenersKnown && 'invisible')}
        inert={!areOpenersKnown}
      >
        {openers.map((opener) => (
          <li key={opener} className="max-w-full lowest-window:nth-3:hidden">
            <button
              type="button"
              dir="auto"
              onClick={() => change(opener)}
              className="min-h-11 max-w-full rounded-2xl bg-shade/35 px-3 py-1.5 text-sm [overflow-wrap:anywhere]"
            >
              {opener}
            </button>
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-2 rounded-full bg-white p-1 text-shade">
        <input
          dir="auto"
          value={text}
          aria-label={t`Message to ${name}`}
          aria-describedby={errorId}
          placeholder={t`Say something...`}
          enterKeyHint="send"
          onChange={({ target }) => change(target.value)}
          className="min-h-11 min-w-0 flex-1 rounded-full bg-white px-4 placeholder:text-shade-2"
        />
        <button
          type="submit"
          aria-label={t`Send`}
          disabled={text.trim() === ''}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-brand text-white disabled:opacity-50"
        >
          <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={2} />
        </button>
      </div>
      <p id={errorId} aria-live="polite" className="empty:hidden">
        {error}
      </p>
    </form>
  )
}
