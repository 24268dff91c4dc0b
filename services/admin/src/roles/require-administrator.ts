import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errors } from '@zing/proto/errors'
import { getUsername } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'

/** Rejects users outside ADMIN_USERNAMES, where it is set, before they can use an attempt. */
export async function requireAdministrator({ nats, log, administrators }: Ctx, userId: number): Promise<void> {
  if (!administrators) return
  const { username } = await request(nats, getUsername, { userId })
  if (username && administrators.includes(username.toLowerCase())) return
  logSecurityEvent(log, 'authz_fail', { userId, reason: 'not in ADMIN_USERNAMES' })
  throw errors.notAllowed()
}
