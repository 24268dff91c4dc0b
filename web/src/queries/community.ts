import { queryOptions } from '@tanstack/react-query'
import { getCommunity } from '@zing/proto/http/community'
import { checkInvitation, getRegistration } from '@zing/proto/http/door'
import { call, isFinal } from '../lib/http/call.ts'
import { ownLanguage } from '../lib/state/community.ts'

/** The operator's settings that every visitor may know. Screens that show them fetch them again. */
export const communityQuery = queryOptions({
  queryKey: ['community'],
  queryFn: () => call(null, getCommunity),
  refetchOnMount: 'always',
})

/** The needs of a sign-up now, with or without the code of an invitation. */
export function registrationQuery(invitation: string | null) {
  const language = ownLanguage()
  return queryOptions({
    queryKey: ['registration', invitation, language],
    queryFn: () => call(null, getRegistration, { query: { invitation: invitation ?? undefined, language } }),
    refetchOnMount: 'always',
  })
}

/** A code of another form is as invalid as an unknown one. */
export function invitationQuery(code: string) {
  return queryOptions({
    queryKey: ['invitation', code],
    queryFn: async () => {
      try {
        return await call(null, checkInvitation, { params: { code } })
      } catch (error) {
        if (isFinal(error)) return { isValid: false, needsApproval: false }
        throw error
      }
    },
    refetchOnMount: 'always',
  })
}
