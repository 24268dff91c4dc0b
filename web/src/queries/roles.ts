import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listRoles, setRole } from '@zing/proto/http/admin'
import type { UserRole } from '@zing/proto/moderation'
import type { AssignedRole } from '@zing/proto/roles'
import { call } from '../lib/call.ts'
import { FAIL_OFFLINE } from '../lib/online.ts'
import { userKey } from './user-key.ts'

/** Not cached: each opening of the panel fetches again. */
export const rolesQuery = queryOptions({
  queryKey: ['admin', 'roles'],
  queryFn: () => call(listRoles),
  gcTime: 0,
})

/** Returns the user of a username, or null. */
export async function findUserRole(username: string): Promise<UserRole | null> {
  const [found] = await call(listRoles, { query: { username } })
  return found ?? null
}

export function useSetRole() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: ({ userId, role }: { userId: number; role: AssignedRole }) =>
      call(setRole, { params: { userId }, body: { role } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: rolesQuery.queryKey }),
        client.invalidateQueries({ queryKey: userKey }), // it may be the admin's own role
      ]),
  })
}
