import * as admin from './admin.ts'
import * as applications from './applications.ts'
import * as auth from './auth.ts'
import * as chat from './chat.ts'
import type { RpcContract } from './contract.ts'
import { EVENT_CONSUMERS, listDeadLettersOf, replayDeadLettersOf } from './dead-letters.ts'
import { RESETTABLE, resetOf } from './reset.ts'
import * as social from './social.ts'
import * as verifications from './verifications.ts'
import * as vision from './vision.ts'

/** The RPCs that one service serves, with the names of their contracts. */
export const NAMED_RPCS: [name: string, RpcContract][] = [
  auth,
  applications,
  verifications,
  social,
  chat,
  admin,
  vision,
]
  .flatMap((contracts) => Object.entries<unknown>(contracts))
  .flatMap(([name, value]) => (isRpc(value) ? [[name, value]] : []))

/** All RPCs. An RPC that several services serve has a subject for each of them. */
export const RPCS: RpcContract[] = [
  ...NAMED_RPCS.map(([, contract]) => contract),
  ...RESETTABLE.map(resetOf),
  ...EVENT_CONSUMERS.map(listDeadLettersOf),
  ...EVENT_CONSUMERS.map(replayDeadLettersOf),
]

function isRpc(value: unknown): value is RpcContract {
  return typeof value === 'object' && value !== null && 'callers' in value
}
