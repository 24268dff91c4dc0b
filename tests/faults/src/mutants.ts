import { CHAT_BLOCK_MUTANTS } from './mutants/chat/blocks.ts'
import { CHAT_MESSAGE_MUTANTS } from './mutants/chat/messages.ts'
import { CHAT_PUSH_MUTANTS } from './mutants/chat/pushes.ts'
import { CHAT_REACTION_MUTANTS } from './mutants/chat/reactions.ts'
import { CHAT_RECEIPT_MUTANTS } from './mutants/chat/receipts.ts'
import { CORE_MUTANTS } from './mutants/core.ts'
import { GATEWAY_MUTANTS } from './mutants/gateway.ts'
import { KIT_MUTANTS } from './mutants/kit.ts'
import type { Mutant } from './mutants/mutant.ts'
import { SOCIAL_AND_AUTH_MUTANTS } from './mutants/social-and-auth.ts'
import { WEB_PUSH_MUTANTS } from './mutants/web-push.ts'

/** All deliberate breaks, those of the central promises first. */
export const MUTANTS: Mutant[] = [
  ...CORE_MUTANTS,
  ...CHAT_MESSAGE_MUTANTS,
  ...CHAT_RECEIPT_MUTANTS,
  ...CHAT_BLOCK_MUTANTS,
  ...CHAT_REACTION_MUTANTS,
  ...CHAT_PUSH_MUTANTS,
  ...SOCIAL_AND_AUTH_MUTANTS,
  ...WEB_PUSH_MUTANTS,
  ...KIT_MUTANTS,
  ...GATEWAY_MUTANTS,
]
