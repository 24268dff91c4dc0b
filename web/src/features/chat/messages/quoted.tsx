import { t } from '@lingui/core/macro'
import type { Quote } from '@zing/proto/messages'
import { wordsOfQuote } from '../../../lib/text/message-words.ts'
import { useUser } from '../../../queries/session/user-context.ts'

interface QuotedProps {
  quote: Quote
  partnerName: string
  /** Leads to the message that the quote is about. */
  onQuote: (quote: Quote) => void
}

/** The start of the message that a reply is about. */
export function Quoted({ quote, partnerName, onQuote }: QuotedProps) {
  const { id: userId } = useUser()
  return (
    <button
      type="button"
      onClick={() => onQuote(quote)}
      className="mb-1 block min-h-6 border-s-2 border-current ps-2 text-start text-[13px]"
    >
      <span className="sr-only">{t`In reply to`} </span>
      <bdi className="block truncate font-semibold">{quote.senderId === userId ? t`You` : partnerName}</bdi>
      <span dir="auto" className="line-clamp-2">
        {wordsOfQuote(quote)}
      </span>
    </button>
  )
}
