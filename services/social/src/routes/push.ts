import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/push'
import type { Ctx } from '../context.ts'
import { addDevice, removeDevice, removeDeviceByEndpoint } from '../web-push/devices/devices.ts'
import { getNotificationSettings, putNotificationSettings } from '../web-push/devices/notification-settings.ts'

export function pushRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.subscribeToPush, ({ body, ...caller }) => addDevice(ctx, caller, body))
  serve(contract.unsubscribeFromPush, ({ userId, body }) => removeDeviceByEndpoint(ctx, userId, body.endpoint))
  serve(contract.removePushDevice, ({ userId, params }) => removeDevice(ctx, userId, params.id))
  serve(contract.getNotificationSettings, (caller) => getNotificationSettings(ctx, caller))
  serve(contract.putNotificationSettings, ({ body, ...caller }) => putNotificationSettings(ctx, caller, body))
}
