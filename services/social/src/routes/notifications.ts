import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/social'
import type { Ctx } from '../context.ts'
import { listNotifications } from '../notifications/list-notifications.ts'
import { clearNotifications, readAllNotifications, readNotification } from '../notifications/read-notifications.ts'

export function notificationRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listNotifications, ({ userId, query }) => listNotifications(ctx, userId, query.types?.split(',')))
  serve(contract.readAllNotifications, ({ userId }) => readAllNotifications(ctx, userId))
  serve(contract.readNotification, ({ userId, params }) => readNotification(ctx, userId, params.id))
  serve(contract.clearNotifications, ({ userId }) => clearNotifications(ctx, userId))
}
