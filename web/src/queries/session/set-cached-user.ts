import type { QueryClient, Updater } from '@tanstack/react-query'
import type { User } from '@zing/proto/profiles/users'
import { userKey } from './user-key.ts'

type CachedUser = User | null | undefined

/** Shows a change of the signed-in user; the response to an earlier request must not undo it. */
export function setCachedUser(client: QueryClient, change: Updater<CachedUser, CachedUser>): void {
  void client.cancelQueries({ queryKey: userKey })
  client.setQueryData<User | null>(userKey, change)
}
