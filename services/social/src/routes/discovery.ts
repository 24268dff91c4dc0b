import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/discovery'
import type { Ctx } from '../context.ts'
import { getHints } from '../domain/discovery-hints.ts'
import { getPreferences, setPreferences } from '../domain/discovery-preferences.ts'
import { passUser, unpassAll, unpassUser } from '../domain/pass-user.ts'
import { undoDecision } from '../domain/undo-decision.ts'
import { unmatchUser } from '../domain/unmatch-user.ts'

export function discoveryRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.getDiscoveryPreferences, ({ userId }) => getPreferences(ctx, userId))
  serve(contract.setDiscoveryPreferences, ({ userId, body }) => setPreferences(ctx, userId, body))
  serve(contract.getDiscoveryHints, ({ userId }) => getHints(ctx, userId))
  serve(contract.passUser, ({ userId, body }) => passUser(ctx, userId, body.userId))
  serve(contract.unpassUser, ({ userId, params }) => unpassUser(ctx, userId, params.userId))
  serve(contract.unpassAllUsers, ({ userId }) => unpassAll(ctx, userId))
  serve(contract.undoLast, ({ userId, body }) => undoDecision(ctx, userId, body))
  serve(contract.unmatchUser, ({ userId, params }) => unmatchUser(ctx, userId, params.userId))
}
