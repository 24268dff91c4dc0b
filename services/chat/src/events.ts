import { type EventHandler, on } from '@zing/kit/nats/event-consumer'
import { likeCreated, matchCreated, matchEnded, notificationCreated } from '@zing/proto/nats/events'
import type { Ctx } from './context.ts'
import { announceLike, announceMatch, announceMatchEnd, announceNotification } from './domain/push-events.ts'

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [
    on(likeCreated, (event) => announceLike(ctx, event)),
    on(matchCreated, (event) => announceMatch(ctx, event)),
    on(matchEnded, (event) => announceMatchEnd(ctx, event)),
    on(notificationCreated, (event) => announceNotification(ctx, event)),
  ]
}
