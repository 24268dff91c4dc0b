import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Conversation } from '@zing/proto/messages'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { Match } from '@zing/proto/profiles/users'
import { useState } from 'react'
import { includesText } from '../../lib/text/includes-text.ts'
import { SearchField } from '../../ui/inputs/search-field.tsx'
import { ConversationRow } from './conversation-row.tsx'
import { NewMatches } from './new-matches.tsx'
import { type Row, toRows } from './to-rows.ts'

interface ConversationListProps {
  matches: Match[]
  conversations: Conversation[]
  /** Ids of partners whose rows stay bold. */
  wasUnread?: ReadonlySet<number>
  /** Id of the partner whose chat is open beside the list. */
  openId?: number | null
  /** Beside another screen, which may show the same photos. */
  isBeside?: boolean
}

/** A search by name, matches without messages as circles, and below them the conversations. */
export function ConversationList({
  matches,
  conversations,
  wasUnread,
  openId = null,
  isBeside = false,
}: ConversationListProps) {
  const [searched, setSearched] = useState('')
  const isSearch = searched.trim() !== ''
  const rows = toRows(matches, conversations).filter(({ match }) => includesText(plainNameOf(match.name), searched))
  const hasMessages = ({ conversation }: Row) => Boolean(conversation?.lastMessage)
  const unwritten = rows.filter((row) => !hasMessages(row)).map(({ match }) => match)
  return (
    <>
      <SearchField
        aria-label={t`Search names`}
        placeholder={t`Search names`}
        value={searched}
        onChange={({ target }) => setSearched(target.value)}
        className="mx-4 mt-3 mb-1"
      />
      <output className="block text-center text-ink-2">
        {isSearch && rows.length > 0 && <span className="sr-only">{t`${rows.length} found`}</span>}
        {isSearch && rows.length === 0 && (
          <span className="block px-4 py-6 [overflow-wrap:anywhere]">
            <Trans>
              No name matches “<bdi>{searched.trim()}</bdi>”
            </Trans>
          </span>
        )}
      </output>
      {unwritten.length > 0 && <NewMatches matches={unwritten} openId={openId} isBeside={isBeside} />}
      <h2 className="sr-only">{t`Conversations`}</h2>
      {!isSearch && unwritten.length === rows.length && (
        <p className="px-4 py-6 text-center text-ink-2">{t`Send a message to start chatting`}</p>
      )}
      <ul>
        {rows.filter(hasMessages).map((row) => (
          <ConversationRow
            key={row.match.id}
            {...row}
            wasUnread={wasUnread?.has(row.match.id) ?? false}
            isOpen={row.match.id === openId}
            isBeside={isBeside}
          />
        ))}
      </ul>
    </>
  )
}
