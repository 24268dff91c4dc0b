import { retry } from '@zing/kit/timing/retry'
import type { Ctx } from '../context.ts'
import { isSetupOver } from './setup-state.ts'

/** Tells the operator the link, at each start until there is an admin. */
export async function announceSetup(ctx: Ctx): Promise<void> {
  const onFailure = (err: unknown) => ctx.log.warn({ err }, 'setup state not read, will be retried')
  if (!(await retry(() => isSetupOver(ctx), { onFailure })))
    ctx.log.info({ setupLink: ctx.setupLink.url }, 'no admin yet: open the setup link')
}
