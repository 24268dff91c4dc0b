import { type EventHandler, on } from '@zing/kit/nats/event-handler'
import {
  accountChanged,
  blockCreated,
  contentRemoved,
  deviceAdded,
  likeCreated,
  likeRemoved,
  matchCreated,
  measureLifted,
  measureTaken,
  userDeleted,
  userRegistered,
  userUpdated,
} from '@zing/proto/nats/events'
import type { Ctx } from './context.ts'
import { eraseUser } from './domain/erase-user.ts'
import { hideBlocked } from './domain/hide-blocked.ts'
import { notifyOfAccountChange } from './domain/notify-of-account-change.ts'
import { notifyOfDevice } from './domain/notify-of-device.ts'
import { notifyOfLike, notifyOfRemainingLike } from './domain/notify-of-like.ts'
import { notifyOfMatch } from './domain/notify-of-match.ts'
import { notifyOfLift, notifyOfMeasure, notifyOfRemoval } from './domain/notify-of-measure.ts'
import { replicateProfile } from './domain/replicate-profile.ts'
import { webPushEvents } from './web-push/web-push.ts'

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [
    on(userRegistered, (event) => replicateProfile(ctx, event)),
    on(userUpdated, (event) => replicateProfile(ctx, event)),
    on(userDeleted, (event) => eraseUser(ctx, event)),
    on(likeCreated, (event) => notifyOfLike(ctx, event)),
    on(likeRemoved, (event) => notifyOfRemainingLike(ctx, event)),
    on(matchCreated, (event) => notifyOfMatch(ctx, event)),
    on(deviceAdded, (event) => notifyOfDevice(ctx, event)),
    on(accountChanged, (event) => notifyOfAccountChange(ctx, event)),
    on(blockCreated, (event) => hideBlocked(ctx, event)),
    on(measureTaken, (event) => notifyOfMeasure(ctx, event)),
    on(contentRemoved, (event) => notifyOfRemoval(ctx, event)),
    on(measureLifted, (event) => notifyOfLift(ctx, event)),
    ...webPushEvents(ctx),
  ]
}
