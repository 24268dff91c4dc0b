import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Role, UserRole } from '@zing/proto/accounts/roles'
import { listRoles, setRole } from '@zing/proto/http/staff/admin'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { userKey } from '../session/user-key.ts'

/** Not cached: each opening of the panel fetches again. */
export const rolesQuery = queryOptions({
  queryKey: ['admin', 'roles'],
  queryFn: ({ client }) => call(client, listRoles),
  gcTime: 0,
})

/** Returns null if no user has that username. */
export function useGrantRole() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: async ({ username, role }: { username: string; role: Role }): Promise<UserRole | null> => {
      const [found] = await call(client, listRoles, { query: { username } })
      return found ? call(client, setRole, { params: { userId: found.userId }, body: { role } }) : null
    },
    onSuccess: () => refetchRoles(client),
  })
}

export function useWithdrawRole() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (userId: number) => call(client, setRole, { params: { userId }, body: { role: 'member' } }),
    onSuccess: () => refetchRoles(client),
  })
}

/** With the user, since it may be the admin's own role. */
function refetchRoles(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: rolesQuery.queryKey }),
    client.invalidateQueries({ queryKey: userKey }),
  ])
}
