import { useQuery } from '@tanstack/react-query'
import { INVITATION } from '@zing/proto/client-routes'
import { DEFAULT_QUESTION } from '@zing/proto/community/modes'
import type { RegistrationMode } from '@zing/proto/community/settings'
import type { PlaceMode } from '@zing/proto/places/place'
import { useSearchParams } from 'react-router-dom'
import { community as shownCommunity } from '../../lib/state/community.ts'
import { communityQuery, invitationQuery, registrationQuery } from '../../queries/community.ts'

export interface Door {
  isPending: boolean
  mode: RegistrationMode
  /** Code of the invitation in the address; null without one. */
  invitation: string | null
  isInvitationInvalid: boolean
  /** The applicant answers it; null if nobody has to approve. */
  question: string | null
  /** True if there are rules or terms to accept. */
  asksConsent: boolean
  /** Whether a sign-up asks for a place. */
  place: PlaceMode
  /** Version of the rules and terms on the screen; 0 without both. */
  termsVersion: number
  setInvitation: (code: string | null) => void
  /** Asks again after a refusal. */
  refresh: () => Promise<unknown>
}

/** Asks what a sign-up needs now. After an error the door counts as open: the server decides. */
export function useDoor(): Door {
  const [search, setSearch] = useSearchParams()
  const invitation = search.get(INVITATION)
  const registration = useQuery(registrationQuery(invitation))
  const community = useQuery(communityQuery)
  const check = useQuery({ ...invitationQuery(invitation ?? ''), enabled: invitation !== null })
  const { mode = 'open', question = DEFAULT_QUESTION } = registration.data ?? {}
  const isInvited = check.data?.isValid === true
  const mustApply = isInvited ? check.data?.needsApproval === true : mode === 'approval'
  const termsVersion = community.data?.terms.version ?? 0

  return {
    isPending: registration.isPending || community.isPending || (invitation !== null && check.isPending),
    mode,
    invitation,
    isInvitationInvalid: check.data?.isValid === false,
    question: mustApply ? question : null,
    asksConsent: termsVersion > 0 || (community.data?.rules.length ?? 0) > 0,
    place: community.data?.place ?? shownCommunity().place,
    termsVersion,
    setInvitation(code) {
      const next = new URLSearchParams(search)
      if (code) next.set(INVITATION, code)
      else next.delete(INVITATION)
      setSearch(next, { replace: true })
    },
    refresh: () => Promise.all([registration.refetch(), community.refetch(), invitation !== null && check.refetch()]),
  }
}

export const PLACE_SECTION = 2

/** Sections of step 1. */
export function sectionsOf(door: Door): number {
  return 3 + Number(door.place !== 'off') + Number(hasJoinFields(door))
}

/** True if the sign-up has a section of the community's own. */
export function hasJoinFields({ question, asksConsent }: Door): boolean {
  return question !== null || asksConsent
}
