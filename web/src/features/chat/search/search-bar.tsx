import { t } from '@lingui/core/macro'
import { ArrowDown, ArrowLeft, ArrowUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { focusAtOnce } from '../../../lib/input/focus-at-once.ts'
import { wordsOf } from '../../../lib/text/message-words.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/inputs/search-field.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ChatSearch } from './use-chat-search.ts'

/** Unlike a disabled button it keeps the focus. */
const PALE = 'aria-disabled:opacity-50'

interface SearchProps {
  search: ChatSearch
  partnerName: string
}

/** Stands in the header of the chat. The arrow keys and Enter go from one found message to the next. */
export function SearchBar({ search, partnerName }: SearchProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey } = event
    if (event.nativeEvent.isComposing) return
    if (key === 'Escape') search.close()
    else if (key === 'ArrowDown' || (key === 'Enter' && shiftKey)) search.goNewer()
    else if (key === 'ArrowUp' || key === 'Enter') search.goOlder()
    else return
    event.preventDefault()
  }

  return (
    <div className="flex h-16 items-center gap-1 px-2 lg:max-xl:pe-16">
      <ScreenTitle className="sr-only">{t`Search the chat with ${partnerName}`}</ScreenTitle>
      <Button variant="ghost" size="icon" aria-label={t`Close the search`} onClick={search.close}>
        <ArrowLeft aria-hidden className="size-6 rtl:-scale-x-100" strokeWidth={1.75} />
      </Button>
      <SearchField
        ref={focusAtOnce}
        aria-label={t`Search messages`}
        placeholder={t`Search messages`}
        value={search.text}
        onChange={({ target }) => search.search(target.value)}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1"
      />
    </div>
  )
}

/** Stands in place of the composer, in thumb reach. */
export function SearchResults({ search }: Pick<SearchProps, 'search'>) {
  const { text, found, place, hasOlder, isLoading, goOlder, goNewer } = search
  const isEmpty = text.trim() === ''
  const isOldest = place <= 0
  return (
    <div className="safe-bottom border-t border-line bg-surface">
      <div className="flex min-h-17 flex-wrap items-center gap-x-2 px-4 py-2.5">
        <output className="min-w-0 flex-1 text-ink-2 tabular-nums">
          {isLoading ? t`Searching older messages...` : resultOf(search)}
        </output>
        {isLoading && <Spinner className="size-5 text-zing" />}
        {!isEmpty && found.length === 0 && hasOlder && !isLoading && (
          <Button variant="outline" size="sm" onClick={goOlder}>{t`Search older messages`}</Button>
        )}
        {found.length > 0 && (
          <>
            <Button
              variant="ghost"
              size="icon"
              aria-label={isOldest ? t`Search older messages` : t`Older result`}
              aria-disabled={isOldest && !hasOlder}
              onClick={goOlder}
              className={PALE}
            >
              <ArrowUp aria-hidden className="size-6" strokeWidth={1.75} />
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t`Newer result`}
              aria-disabled={place === found.length - 1}
              onClick={goNewer}
              className={PALE}
            >
              <ArrowDown aria-hidden className="size-6" strokeWidth={1.75} />
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

function resultOf({ text, found, place, hasOlder, count }: ChatSearch) {
  if (text.trim() === '') return null
  const shown = found[place]
  if (!shown) return hasOlder ? t`Nothing in the last ${count} messages` : t`Nothing found`
  const at = found.length - place
  const all = found.length
  return (
    <>
      {hasOlder ? t`${at} of ${all} so far` : t`${at} of ${all}`}
      <span className="sr-only">: {wordsOf(shown)}</span>
    </>
  )
}
