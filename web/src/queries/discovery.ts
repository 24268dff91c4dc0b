import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { getDiscoveryHints, getDiscoveryPreferences, setDiscoveryPreferences } from '@zing/proto/http/discovery'
import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import { FAIL_OFFLINE } from '../lib/device/online.ts'
import { call } from '../lib/http/call.ts'
import { proposeShowMe } from '../lib/text/show-me.ts'
import { dealAnew } from './pairs/deck.ts'
import { profilesKey } from './profiles.ts'

/** Whom the user wants to see. */
export const preferencesQuery = queryOptions({
  queryKey: ['discovery', 'preferences'],
  queryFn: ({ client }) => call(client, getDiscoveryPreferences),
})

/** Changes that would show more users, for an empty feed; fetched again each time that it is empty. */
export const hintsQuery = queryOptions({
  queryKey: ['discovery', 'hints'],
  queryFn: ({ client }) => call(client, getDiscoveryHints),
  refetchOnMount: 'always',
})

export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: DiscoveryPreferences) => call(client, setDiscoveryPreferences, { body }),
    onSuccess: async (saved) => {
      proposeShowMe(null) // answered, wherever that was
      client.setQueryData(preferencesQuery.queryKey, saved)
      void client.invalidateQueries(hintsQuery)
      await client.invalidateQueries({ queryKey: profilesKey })
      dealAnew(client)
    },
  })
}
