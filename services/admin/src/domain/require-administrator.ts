import { AppError } from '@zing/kit/errors'
import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { errorMessages } from '@zing/proto/http/errors'
import { getUsername } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'

/** Rejects users outside ADMIN_USERNAMES, where it is set, before they can use an attempt. */
export async function requireAdministrator({ nats, log, administrators }: Ctx, userId: number): Promise<void> {
  if (!administrators) return
  const { username } = await request(nats, getUsername, { userId })
  if (username && administrators.includes(username.toLowerCase())) return
  logSecurityEvent(log, 'authz_fail', { userId, reason: 'not in ADMIN_USERNAMES' })
  throw new AppError(403, errorMessages.notAllowed)
}
