import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getStats, resetAll, verifyPin } from '@zing/proto/http/staff/admin'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { ownEnd } from '../session/ended-session.ts'

/** Not cached: each opening of the panel fetches again. */
export const statsQuery = queryOptions({
  queryKey: ['admin', 'stats'],
  queryFn: ({ client }) => call(client, getStats),
  gcTime: 0,
})

export function useVerifyPin() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (pin: string, { client }) => call(client, verifyPin, { body: { pin } }),
  })
}

export function useResetAll() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (pin: string) => call(null, resetAll, { body: { pin } }),
    onMutate: () => ownEnd.set('reset'),
    onError: () => ownEnd.set(null),
    // the reset has ended this session: the 401 signs this tab out
    onSuccess: ({ success }) => {
      if (!success) return ownEnd.set(null)
      void client.invalidateQueries({ queryKey: statsQuery.queryKey })
    },
  })
}
