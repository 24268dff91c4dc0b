import { AppError } from '@zing/kit/errors'
import type { Identity } from '@zing/kit/http/internal-token'
import { messages } from '@zing/proto/http/errors'
import type { Ctx } from '../context.ts'

/** The person behind a session cookie whose session is live; 401 without one, 503 if nobody can tell. */
export async function authenticate(
  { readSessionToken, sessionCache }: Ctx,
  cookie: string | undefined,
): Promise<Identity> {
  const identity = readSessionToken(cookie)
  if (!identity || !(await sessionCache.isActive(identity))) throw new AppError(401, messages.notSignedIn)
  return identity
}
