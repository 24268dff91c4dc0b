import { type EventHandler, on } from '@zing/kit/nats/event-handler'
import { matchCreated, matchEnded, notificationCreated, userDeleted } from '@zing/proto/nats/events'
import type { Ctx } from './context.ts'
import { pushMatch, pushMatchEnd, pushNotification } from './conversations/push-events.ts'
import { eraseUser } from './deletion/erase-user.ts'

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [
    on(matchCreated, (event) => pushMatch(ctx, event)),
    on(matchEnded, (event) => pushMatchEnd(ctx, event)),
    on(notificationCreated, (event) => pushNotification(ctx, event)),
    on(userDeleted, (event) => eraseUser(ctx, event)),
  ]
}
