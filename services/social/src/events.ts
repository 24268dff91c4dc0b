import { type EventHandler, on } from '@zing/kit/nats/event-handler'
import {
  accountChanged,
  blockCreated,
  blockRemoved,
  contentRemoved,
  deviceAdded,
  likeCreated,
  likeRemoved,
  matchCreated,
  sanctionImposed,
  sanctionLifted,
  userDeleted,
  userRegistered,
  userUpdated,
  verificationDecided,
} from '@zing/proto/nats/events'
import type { Ctx } from './context.ts'
import { eraseUser } from './deletion/erase-user.ts'
import { notifyOfAccountChange } from './notifications/notify-of-account-change.ts'
import { notifyOfDevice } from './notifications/notify-of-device.ts'
import { notifyOfLike, notifyOfRemainingLike } from './notifications/notify-of-like.ts'
import { notifyOfMatch } from './notifications/notify-of-match.ts'
import { notifyOfLift, notifyOfRemoval, notifyOfSanction } from './notifications/notify-of-sanction.ts'
import { notifyOfVerification } from './notifications/notify-of-verification.ts'
import { hideBlocked, showUnblocked } from './profiles/hide-blocked.ts'
import { replicateAnnounced } from './profiles/replicate-announced.ts'
import { webPushEvents } from './web-push/web-push.ts'

/** The frequent event to which only social subscribes. */
export function likeHandlers(ctx: Ctx): EventHandler[] {
  return [on(likeCreated, (event) => notifyOfLike(ctx, event))]
}

export function eventHandlers(ctx: Ctx): EventHandler[] {
  return [
    on(userRegistered, (event) => replicateAnnounced(ctx, event)),
    on(userUpdated, (event) => replicateAnnounced(ctx, event)),
    on(userDeleted, (event) => eraseUser(ctx, event)),
    ...likeHandlers(ctx),
    on(likeRemoved, (event) => notifyOfRemainingLike(ctx, event)),
    on(matchCreated, (event) => notifyOfMatch(ctx, event)),
    on(deviceAdded, (event) => notifyOfDevice(ctx, event)),
    on(accountChanged, (event) => notifyOfAccountChange(ctx, event)),
    on(verificationDecided, (event) => notifyOfVerification(ctx, event)),
    on(blockCreated, (event) => hideBlocked(ctx, event)),
    on(blockRemoved, (event) => showUnblocked(ctx, event)),
    on(sanctionImposed, (event) => notifyOfSanction(ctx, event)),
    on(contentRemoved, (event) => notifyOfRemoval(ctx, event)),
    on(sanctionLifted, (event) => notifyOfLift(ctx, event)),
    ...webPushEvents(ctx),
  ]
}
