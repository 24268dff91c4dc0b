import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getDiscoveryAlerts,
  getDiscoveryHints,
  getDiscoveryPreferences,
  setDiscoveryAlerts,
  setDiscoveryPreferences,
} from '@zing/proto/http/discovery'
import type { DiscoveryPreferences } from '@zing/proto/profiles/discovery'
import { useEffect } from 'react'
import { z } from 'zod/mini'
import { FAIL_OFFLINE } from '../lib/device/online.ts'
import { call } from '../lib/http/call.ts'
import { readStored, writeStored } from '../lib/state/stored.ts'
import { dealAnew } from './pairs/deck.ts'
import { profilesKey } from './profiles.ts'
import { retryUnavailable } from './session/query-client.ts'
import { useUser } from './session/user-context.ts'

/** Whom the user wants to see. */
export const preferencesQuery = queryOptions({
  queryKey: ['discovery', 'preferences'],
  queryFn: ({ client }) => call(client, getDiscoveryPreferences),
})

const ANSWERED = 'zing.show-me' // the id of a user who has set preferences

export function hasAnsweredShowMe(userId?: number): boolean {
  const answered = readStored(localStorage, ANSWERED, z.int())
  return userId === undefined ? answered !== null : answered === userId
}

/**
 * True while the user has not said whom to show, on any device; null until that is known. Once they have, this browser asks
 * the server no more.
 */
export function useIsShowMeDue(): boolean | null {
  const { id } = useUser()
  const { data, isLoading, failureCount } = useQuery({ ...preferencesQuery, enabled: !hasAnsweredShowMe(id) })
  const isAnswered = data !== undefined && data.isSet !== false
  useEffect(() => {
    if (isAnswered) writeStored(localStorage, ANSWERED, id)
  }, [isAnswered, id])
  return isLoading && failureCount === 0 ? null : data?.isSet === false
}

/** Changes that would show more users, for an empty feed; fetched again each time that it is empty. */
export const hintsQuery = queryOptions({
  queryKey: ['discovery', 'hints'],
  queryFn: ({ client }) => call(client, getDiscoveryHints),
  refetchOnMount: 'always',
})

/** Whether the user hears of new people who fit. */
export const alertsQuery = queryOptions({
  queryKey: ['discovery', 'alerts'],
  queryFn: ({ client }) => call(client, getDiscoveryAlerts),
})

export function useSaveAlerts() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: (enabled: boolean) => call(client, setDiscoveryAlerts, { body: { enabled } }),
    onSuccess: (saved) => client.setQueryData(alertsQuery.queryKey, saved),
  })
}

export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: (body: DiscoveryPreferences) => call(client, setDiscoveryPreferences, { body }),
    onSuccess: async (saved) => {
      client.setQueryData(preferencesQuery.queryKey, saved)
      void client.invalidateQueries(hintsQuery)
      await client.invalidateQueries({ queryKey: profilesKey })
      dealAnew(client)
    },
  })
}
