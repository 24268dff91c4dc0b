import { logIn } from '@zing/dev-env/demo/member'
import { StartError } from '@zing/dev-env/start-error'
import type { Role } from '@zing/proto/accounts/roles'
import { setRole, verifyPin } from '@zing/proto/http/staff/admin'
import type { User } from '../shared/fixture.ts'

/**
 * Gives these users a role through the admin panel. Signs them in again, since the gateway caches a session for
 * seconds.
 */
export async function grantRoles(url: string, users: User[], adminPin: string, role: Role): Promise<User[]> {
  const [first] = users
  if (!first) return []
  const panel = await logIn(url, first)
  const { success } = await panel.call(verifyPin, { body: { pin: adminPin } })
  if (!success) throw new StartError('ADMIN_PIN is not the PIN of this product.')
  for (const { id } of users) await panel.call(setRole, { params: { userId: id }, body: { role } })
  return Promise.all(users.map(async (user) => ({ ...user, cookie: (await logIn(url, user)).cookie })))
}
