import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getStats, resetAll, verifyPin } from '@zing/proto/http/admin'
import { call } from '../lib/call.ts'

/** Old totals are of no interest: each opening of the panel asks again. */
export const statsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: () => call(getStats),
  gcTime: 0,
})

export function useVerifyPin() {
  return useMutation({ mutationFn: (pin: string) => call(verifyPin, { body: { pin } }) })
}

export function useResetAll() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (pin: string) => call(resetAll, { body: { pin } }),
    // asks with a session that has just ended, which is how this tab learns that nobody is signed in
    onSuccess: ({ success }) => {
      if (success) void client.invalidateQueries({ queryKey: statsQuery.queryKey })
    },
  })
}
