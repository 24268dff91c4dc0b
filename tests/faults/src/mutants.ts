import { CHAT_MUTANTS } from './mutants/chat.ts'
import { GATEWAY_MUTANTS } from './mutants/gateway.ts'
import { KIT_MUTANTS } from './mutants/kit.ts'
import type { Mutant } from './mutants/mutant.ts'
import { MUTANTS_OF_THE_ISSUE } from './mutants/of-the-issue.ts'
import { SOCIAL_AND_AUTH_MUTANTS } from './mutants/social-and-auth.ts'

/** All deliberate breaks, those of the issue first. */
export const MUTANTS: Mutant[] = [
  ...MUTANTS_OF_THE_ISSUE,
  ...CHAT_MUTANTS,
  ...SOCIAL_AND_AUTH_MUTANTS,
  ...KIT_MUTANTS,
  ...GATEWAY_MUTANTS,
]
