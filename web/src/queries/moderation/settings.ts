import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { communityOf } from '@zing/proto/community/community-of'
import { shellCommunityOf } from '@zing/proto/community/shell'
import type { BodyInputOf, ResponseOf } from '@zing/proto/endpoint'
import {
  changeSettings,
  getSettings,
  listSettingsHistory,
  putLogo,
  restoreSettings,
} from '@zing/proto/http/staff/settings'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call, callPage } from '../../lib/http/call.ts'
import { communityStore } from '../../lib/state/community.ts'
import { showPalette } from '../../lib/view/show-palette.ts'
import { communityQuery } from '../community.ts'

export type VersionedSettings = ResponseOf<typeof getSettings>

/** Fetched again at each visit: another admin may have changed them. */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ client }) => call(client, getSettings),
  refetchOnMount: 'always',
})

export const historyQuery = infiniteQueryOptions({
  queryKey: ['admin', 'settings-history'],
  queryFn: ({ client, pageParam }) => callPage(client, listSettingsHistory, { query: { cursor: pageParam } }),
  initialPageParam: '', // the newest
  getNextPageParam: (page) => page.next,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
  gcTime: 0,
})

export function useChangeSettings() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof changeSettings>) => call(client, changeSettings, { body }),
    onSuccess: (saved) => keep(client, saved),
  })
}

export function usePutLogo() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (file: Blob) => call(client, putLogo, { body: file }),
    onSuccess: (saved) => keep(client, saved),
  })
}

export function useRestoreSettings() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (version: number) => call(client, restoreSettings, { params: { version } }),
    onSuccess: (saved) => {
      keep(client, saved)
      return client.invalidateQueries({ queryKey: historyQuery.queryKey })
    },
  })
}

/** Shows a new community's name and colours on the page of its keeper; a page without them has the product's. */
export async function showNewCommunity(client: QueryClient): Promise<void> {
  keep(client, await call(client, getSettings))
}

/** The admin's own page shows at once what others get with their next page. */
function keep(client: QueryClient, saved: VersionedSettings): void {
  client.setQueryData(settingsQuery.queryKey, saved)
  const community = communityOf(saved)
  client.setQueryData(communityQuery.queryKey, community)
  communityStore.set(shellCommunityOf(community))
  showPalette(saved.palette)
}
