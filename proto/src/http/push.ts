import { z } from 'zod/mini'
import { language } from '../community/language.ts'
import { endpoint } from '../endpoint.ts'
import { PUSH_SUBSCRIPTIONS_PATH } from '../paths.ts'
import * as limits from '../rate-limits.ts'
import { NotificationSettings, PushDevice, PushKeys, pushDeviceId, pushEndpoint } from '../web-push.ts'

/**
 * Sends notifications to this device while the app is closed (Web Push), until the session ends. Idempotent. An
 * endpoint belongs to the user who sent it last. A user has at most PUSH_DEVICES_MAX devices: a new one replaces the
 * oldest. 404 if no VAPID keys are configured.
 */
export const subscribeToPush = endpoint({
  method: 'POST',
  path: PUSH_SUBSCRIPTIONS_PATH,
  feature: 'push',
  status: 201,
  limits: [limits.pushSubscriptions],
  body: z.object({
    endpoint: pushEndpoint,
    keys: PushKeys,
    /** The device shows notifications in it; absent: the community's default. */
    language: z.exactOptional(language),
  }),
  response: z.object({ id: pushDeviceId }),
  errorResponses: [404],
})

/** Ends the notifications of a device, named by its endpoint. Idempotent. */
export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: PUSH_SUBSCRIPTIONS_PATH,
  feature: 'push',
  body: z.object({ endpoint: pushEndpoint }),
})

/** Ends the notifications of any device of the user. 404 for any other id. */
export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push/subscriptions/{id}',
  feature: 'push',
  params: z.object({ id: pushDeviceId }),
  errorResponses: [404],
})

const settingsResponse = z.extend(NotificationSettings, { devices: z.array(PushDevice) })

/** Returns the user's settings for notifications while the app is closed, and the devices, newest first. */
export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification-settings',
  feature: 'push',
  response: settingsResponse,
})

/** Replaces the settings. */
export const putNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notification-settings',
  feature: 'push',
  body: NotificationSettings,
  response: settingsResponse,
})
