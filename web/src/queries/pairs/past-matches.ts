import { queryOptions } from '@tanstack/react-query'
import { listPastMatches } from '@zing/proto/http/social'
import { call } from '../../lib/http/call.ts'
import { profilesKey } from '../profiles.ts'

/** Fetched again at each visit, since a match may end elsewhere. */
export const pastMatchesQuery = queryOptions({
  queryKey: [...profilesKey, 'past-matches'],
  queryFn: ({ client }) => call(client, listPastMatches),
  refetchOnMount: 'always',
})
