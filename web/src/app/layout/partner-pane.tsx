import { useQuery } from '@tanstack/react-query'
import { isFinal } from '../../lib/http/call.ts'
import { profileQuery } from '../../queries/profiles.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { PersonView } from '../../ui/person/person-view.tsx'

/** The page of the partner beside an open chat, where the window has room for it. */
export function PartnerPane({ partnerId }: { partnerId: number }) {
  const { interests } = useUser()
  const { data: partner, error } = useQuery(profileQuery(partnerId))
  if (!partner || isFinal(error)) return null // after an unmatch the chat is not found either
  return (
    <aside aria-label="About your match" className="hidden w-80 shrink-0 overflow-y-auto border-l border-line xl:block">
      <PersonView profile={partner} own={interests} />
    </aside>
  )
}
