import { logIn } from '@zing/dev-env/demo/member'
import { StartError } from '@zing/dev-env/start-error'
import { setRole, verifyPin } from '@zing/proto/http/admin'
import type { User } from '../shared/fixture.ts'

/**
 * Makes these users moderators through the admin panel. Signs them in again, since the gateway caches a session for
 * seconds.
 */
export async function grantRoles(url: string, users: User[], adminPin: string): Promise<User[]> {
  const [first] = users
  if (!first) return []
  const panel = await logIn(url, first)
  const { success } = await panel.call(verifyPin, { body: { pin: adminPin } })
  if (!success) throw new StartError('ADMIN_PIN is not the PIN of this product.')
  for (const { id } of users) await panel.call(setRole, { params: { userId: id }, body: { role: 'moderator' } })
  return Promise.all(users.map(async (user) => ({ ...user, cookie: (await logIn(url, user)).cookie })))
}
