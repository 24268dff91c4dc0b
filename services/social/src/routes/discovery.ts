import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/discovery'
import type { Ctx } from '../context.ts'
import { getAlerts, setAlerts } from '../feed/discovery-alerts.ts'
import { getHints } from '../feed/discovery-hints.ts'
import { getPreferences, setPreferences } from '../feed/discovery-preferences.ts'
import { unmatchUser } from '../pairs/unmatch-user.ts'
import { passUser, unpassAll, unpassUser } from '../passes/pass-user.ts'
import { undoDecision } from '../passes/undo-decision.ts'

export function discoveryRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.getDiscoveryPreferences, ({ userId }) => getPreferences(ctx, userId))
  serve(contract.setDiscoveryPreferences, ({ userId, body }) => setPreferences(ctx, userId, body))
  serve(contract.getDiscoveryHints, ({ userId }) => getHints(ctx, userId))
  serve(contract.getDiscoveryAlerts, ({ userId }) => getAlerts(ctx, userId))
  serve(contract.setDiscoveryAlerts, ({ userId, body }) => setAlerts(ctx, userId, body))
  serve(contract.passUser, ({ userId, body }) => passUser(ctx, userId, body.userId))
  serve(contract.unpassUser, ({ userId, params }) => unpassUser(ctx, userId, params.userId))
  serve(contract.unpassAllUsers, ({ userId }) => unpassAll(ctx, userId))
  serve(contract.undoLast, ({ userId, body }) => undoDecision(ctx, userId, body))
  serve(contract.unmatchUser, ({ userId, params }) => unmatchUser(ctx, userId, params.userId))
}
