import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { QUOTE_MAX } from '@zing/proto/limits'
import type { Message, Quote } from '@zing/proto/messages'
import { SendHorizontal, X } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fitTextArea } from '../../lib/input/fit-text-area.ts'
import { readDraft, saveDraft } from '../../lib/state/drafts.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { encodeAddresses } from '../../lib/text/encode-addresses.ts'
import { excessHint, toContent, unsafeHint } from '../../lib/text/message-text.ts'
import { textOf, wordsOf } from '../../lib/text/message-words.ts'
import { useMedia, WIDE } from '../../lib/view/use-media.ts'
import { enqueueMessage } from '../../queries/chat/outbox.ts'
import type { OutboxMedia } from '../../queries/chat/outbox-state.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useTypingSignal } from './use-typing-signal.ts'

const Photos = lazyComponent(async () => (await import('./media/attachments.tsx')).Photos)
const Voice = lazyComponent(async () => (await import('./media/attachments.tsx')).Voice)

/** Keeps the placeholder in one line: the buttons leave little room for it on a narrow phone. */
const ONE_LINE = { whiteSpace: 'nowrap', overflow: 'hidden' } as const

interface ComposerProps {
  partnerId: number
  partnerName: string
  /** Texts to begin with. */
  openers: string[]
  /** Both members have written. */
  hasBoth: boolean
  /** The message that the next one replies to. */
  replyTo: Message | null
  onReplyEnd: () => void
}

/** Message input that grows to five lines, keeps a draft per chat and signals typing. */
export function Composer({ partnerId, partnerName, openers, hasBoth, replyTo, onReplyEnd }: ComposerProps) {
  const client = useQueryClient()
  const { id: userId } = useUser()
  const chat = { userId, partnerId }
  const [text, setText] = useState(() => readDraft(chat))
  const input = useRef<HTMLTextAreaElement>(null)
  const { typed, stopped } = useTypingSignal(partnerId)
  const [isRefused, setRefused] = useState(false)
  const isWide = useMedia(WIDE) // with a keyboard; on a phone the focus would open one over the messages
  const hintId = useId()
  const [isRecording, setRecording] = useState(false)
  const isEmpty = text.trim() === ''
  const hint = excessHint(text) || (isRefused ? unsafeHint(text) : '')
  const encoded = hint ? encodeAddresses(text) : null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    if (input.current) fitTextArea(input.current)
  }, [text])

  useEffect(() => {
    if (replyTo || isWide) input.current?.focus({ preventScroll: true })
  }, [replyTo, isWide])

  function change(next: string): void {
    setText(next)
    saveDraft(chat, next)
    typed(next !== '')
  }

  function send(): void {
    if (isEmpty) return
    const message = toContent(text)
    if ('error' in message) {
      setRefused(true)
      return toastError(t`Message not sent`, message.error)
    }
    enqueueMessage(client, partnerId, message.content, { replyTo: replyTo && quoteOf(replyTo) })
    onReplyEnd()
    setText('')
    setRefused(false)
    saveDraft(chat, '')
    stopped()
    input.current?.focus()
  }

  function sendMedia(media: OutboxMedia, caption: string): void {
    enqueueMessage(client, partnerId, caption, { replyTo: replyTo && quoteOf(replyTo), media })
    onReplyEnd()
  }

  function onRecording(next: boolean): void {
    setRecording(next)
    if (!next && isWide) setTimeout(() => input.current?.focus()) // it is hidden until then
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && replyTo) onReplyEnd()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    send()
  }

  const media = { partnerId, partnerName, hasBoth, onSend: sendMedia }
  return (
    <form onSubmit={onSubmit} className="safe-bottom bg-surface">
      <p id={hintId} aria-live="polite" className="px-6 pt-2 text-sm text-bad empty:hidden">
        {hint}
      </p>
      {encoded && (
        <button
          type="button"
          onClick={() => {
            change(encoded)
            input.current?.focus()
          }}
          className="mx-6 min-h-11 text-start text-sm font-semibold underline underline-offset-2"
        >{t`Write = as %3D in the address. It opens the same page.`}</button>
      )}
      {openers.length > 0 && isEmpty && (
        <div className="flex flex-wrap gap-2 px-2.5 pt-2.5">
          {openers.map((opener) => (
            <button
              key={opener}
              type="button"
              onClick={() => {
                change(opener)
                input.current?.focus()
              }}
              className="min-h-11 max-w-full rounded-2xl bg-surface-2 px-3 py-1.5 text-start text-sm [overflow-wrap:anywhere]"
            >
              {opener}
            </button>
          ))}
        </div>
      )}
      {replyTo && (
        <div className="flex items-center gap-2 py-1 pe-2.5 ps-4">
          <p className="min-w-0 flex-1 border-s-2 border-zing ps-2 text-sm text-ink-2">
            {replyTo.senderId === partnerId ? (
              <Trans>
                Replying to <bdi>{partnerName}</bdi>
              </Trans>
            ) : (
              t`Replying to yourself`
            )}
            <span dir="auto" className="block truncate">
              {wordsOf(replyTo)}
            </span>
          </p>
          <button
            type="button"
            aria-label={t`Cancel reply`}
            onClick={onReplyEnd}
            className={buttonStyle({ variant: 'ghost', size: 'icon' })}
          >
            <X aria-hidden className="size-5" strokeWidth={1.75} />
          </button>
        </div>
      )}
      <div className="flex items-end gap-1 p-2.5">
        <Suspense fallback={<span className="w-11" />}>{!isRecording && <Photos {...media} />}</Suspense>
        <textarea
          hidden={isRecording}
          ref={input}
          value={text}
          style={text === '' ? ONE_LINE : undefined}
          dir="auto"
          rows={1}
          aria-label={t`Message to ${partnerName}`}
          aria-describedby={hintId}
          placeholder={t`Type a message`}
          enterKeyHint="send"
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
          onBlur={stopped}
          className="field-sizing-content max-h-[8.5rem] min-h-12 min-w-0 flex-1 resize-none rounded-3xl border-y-12 border-transparent bg-surface-2 px-4 text-ink placeholder:text-ink-2 not-in-data-tabbing:outline-hidden"
        />
        <Suspense fallback={<span className="w-11" />}>
          {(isEmpty || isRecording) && <Voice {...media} onRecording={onRecording} />}
        </Suspense>
        <button
          type="submit"
          aria-label={t`Send`}
          hidden={isRecording}
          disabled={isEmpty}
          onPointerDown={(event) => event.preventDefault()} // keeps the keyboard of a phone open
          className="grid size-12 shrink-0 place-items-center rounded-full bg-zing text-on-zing transition-transform active:scale-95 disabled:opacity-50 [&[hidden]]:hidden"
        >
          <SendHorizontal aria-hidden className="size-5 rtl:-scale-x-100" strokeWidth={2} />
        </button>
      </div>
    </form>
  )
}

/** The quote as the server will store it. */
function quoteOf(message: Message): Quote {
  const { id, seq, senderId, kind } = message
  const content = [...textOf(message)].slice(0, QUOTE_MAX).join('')
  return { id, seq, senderId, content, ...((kind === 'photo' || kind === 'voice') && { kind }) }
}
