import { queryOptions, useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { checkSetup, setUp } from '@zing/proto/http/staff/setup'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { showNewCommunity } from '../moderation/settings.ts'
import { startSession } from './session.ts'

/** Fails with SETUP_OVER for a link that cannot be used. */
export function setupCheckQuery(token: string) {
  return queryOptions({
    queryKey: ['setup', token],
    queryFn: async () => {
      await call(null, checkSetup, { body: { token } })
      return true
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export function useSetUp() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof setUp>) => call(null, setUp, { body }),
    onSuccess: (user) => void showNewCommunity(startSession(user)).catch(() => {}), // the next page has them too
  })
}
