import { t } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { updateUser } from '@zing/proto/http/auth'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { dealAnew } from '../pairs/deck.ts'
import { profilesKey } from '../profiles.ts'
import { retryUnavailable } from './query-client.ts'
import { setCachedUser } from './set-cached-user.ts'

type PlaceChange = Pick<BodyInputOf<typeof updateUser>, 'placeId' | 'placeName' | 'trip'>

/** Changes the own place, or begins or ends a trip. Distances and the feed follow from it. Shows a failure itself. */
export function useChangePlace() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: (body: PlaceChange) => call(client, updateUser, { body }),
    onSuccess: async (user) => {
      setCachedUser(client, user)
      void client.invalidateQueries({ queryKey: ['discovery'] })
      await client.invalidateQueries({ queryKey: profilesKey })
      dealAnew(client)
    },
    onError: (error) => toastError(t`Couldn't save your place`, error.message),
  })
}
