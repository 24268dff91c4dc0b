import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteSuspended, exportSuspended } from '@zing/proto/http/suspended'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { ownEnd } from './ended-session.ts'
import { clearSession } from './session.ts'

// Neither needs a session: the token of a refused login says whose data it is.

/** Begins a copy of the user's data; the path of its download is in the result alone. */
export function useExportSuspended() {
  return useMutation({
    ...FAIL_OFFLINE,
    gcTime: 0,
    mutationFn: (token: string) => call(null, exportSuspended, { body: { token } }),
  })
}

/** The landing screen shows that it is done, as for a signed-in user. */
export function useDeleteSuspended() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (token: string) => call(null, deleteSuspended, { body: { token } }),
    onSuccess: () => {
      clearSession(client)
      ownEnd.set('deletion')
    },
  })
}
