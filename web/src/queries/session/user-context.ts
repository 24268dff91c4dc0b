import type { User } from '@zing/proto/profiles/users'
import { createContext, useContext } from 'react'

export const UserContext = createContext<User | null>(null)

/** Signed-in user; from the context, because the cache may be null while a screen unmounts. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('used outside of the protected routes')
  return user
}
