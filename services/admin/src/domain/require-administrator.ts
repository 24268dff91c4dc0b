import { AppError } from '@zing/kit/errors'
import { ask } from '@zing/kit/nats/rpc'
import { messages } from '@zing/proto/http/errors'
import { askUsername } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'

/** Where names are configured, the others are turned away before they can burn an attempt. */
export async function requireAdministrator({ nats, administrators }: Ctx, userId: number): Promise<void> {
  if (!administrators) return
  const { username } = await ask(nats, askUsername, { userId })
  if (!username || !administrators.includes(username.toLowerCase())) throw new AppError(403, messages.notAllowed)
}
