import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { sayInAll } from '@zing/kit/texts/say'
import { type RuleTemplate, ruleTemplates } from '@zing/proto/community/rule-templates'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { setUp as contract } from '@zing/proto/http/staff/setup'
import { applySetup } from '@zing/proto/nats/rpc/admin'
import { registerKeeper } from '../accounts/register-user.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { claimSetup, endSetup, isSetupOver, releaseSetup } from './setup-state.ts'

/** Stores the keeper's wishes at admin, then the keeper's account. A refused form leaves the link usable. */
export async function setUp(ctx: Ctx, { token, account, ...wishes }: BodyOf<typeof contract>): Promise<UserDocument> {
  await requireSetup(ctx, token)
  if (!(await claimSetup(ctx))) throw errors.setupOver()
  try {
    const { refusal, termsVersion } = await request(ctx.nats, applySetup, { changes: changesOf(wishes) })
    if (refusal !== null) throw errors.invalidRequest({ message: refusal })
    const keeper = await registerKeeper(ctx, account, termsVersion)
    await endSetup(ctx)
    return keeper
  } catch (error) {
    await releaseSetup(ctx)
    throw error
  }
}

/** Throws unless the token is the link's and the setup is not over. */
export async function requireSetup(ctx: Ctx, token: string): Promise<void> {
  if (!ctx.setupLink.matches(token)) {
    logSecurityEvent(ctx.log, 'authz_fail', { reason: 'setup token' })
    throw errors.setupOver()
  }
  if (await isSetupOver(ctx)) throw errors.setupOver()
}

function changesOf({ language, name, accent, mode, rules }: Omit<BodyOf<typeof contract>, 'token' | 'account'>) {
  return {
    ...(language !== undefined && { defaultLanguage: language }),
    ...(name !== undefined && { name }),
    ...(accent !== undefined && { accent }),
    ...(mode !== undefined && { registration: { mode } }),
    ...(rules !== undefined && { rules: typeof rules === 'string' ? rulesOf(rules) : rules }),
  }
}

function rulesOf(template: RuleTemplate) {
  return ruleTemplates[template].map((id) => ({
    title: sayInAll(`rules.${id}.title`),
    text: sayInAll(`rules.${id}.text`),
  }))
}
