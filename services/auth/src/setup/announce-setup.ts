import type { Ctx } from '../context.ts'
import { isSetupOver } from './setup-state.ts'

/** Tells the operator the link, at each start until there is an admin. */
export async function announceSetup(ctx: Ctx): Promise<void> {
  if (!(await isSetupOver(ctx))) ctx.log.info({ setupLink: ctx.setupLink.url }, 'no admin yet: open the setup link')
}
