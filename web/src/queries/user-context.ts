import type { User } from '@zing/proto/users'
import { createContext, useContext } from 'react'

/** Given by the protected part of the client, which is not there without somebody signed in. */
export const UserContext = createContext<User | null>(null)

/** The signed-in person. From the context and not from the cache: a screen that is about to go must not see nobody. */
export function useUser(): User {
  const user = useContext(UserContext)
  if (!user) throw new Error('used outside of the protected routes')
  return user
}
