import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { language as languageRule } from '@zing/proto/community/language'
import {
  getNotificationSettings,
  putNotificationSettings,
  removePushDevice,
  subscribeToPush,
  unsubscribeFromPush,
} from '@zing/proto/http/push'
import type { NotificationSettings } from '@zing/proto/web-push'
import { FAIL_OFFLINE } from '../lib/device/online.ts'
import { rememberPush } from '../lib/device/push-support.ts'
import { call } from '../lib/http/call.ts'
import { language } from '../lib/language/language.ts'
import { retryUnavailable } from './session/query-client.ts'

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ client }) => call(client, getNotificationSettings),
  refetchOnMount: 'always',
})

export function useNotificationSettings() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    scope: { id: 'notification-settings' }, // one after another, each with all settings
    mutationFn: (body: NotificationSettings) => call(client, putNotificationSettings, { body }),
    onMutate: (body) =>
      client.setQueryData(notificationSettingsQuery.queryKey, (known) => known && { ...known, ...body }),
    onError: () => client.invalidateQueries(notificationSettingsQuery),
  })
}

export function useRemovePushDevice() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    retry: retryUnavailable, // idempotent
    mutationFn: (id: string) => call(client, removePushDevice, { params: { id } }),
    onSettled: () => client.invalidateQueries(notificationSettingsQuery),
  })
}

/** Turns the notifications of this browser on or off; false if the user does not allow them. */
export function usePushHere(userId: number) {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: async (vapidPublicKey: string | null) => {
      if (vapidPublicKey === null) return turnOff(client)
      if ((await Notification.requestPermission()) !== 'granted') return false
      await bindBrowser(client, vapidPublicKey)
      rememberPush(userId)
      return true
    },
    onSettled: () => client.invalidateQueries(notificationSettingsQuery),
  })
}

async function turnOff(client: QueryClient): Promise<boolean> {
  rememberPush(0)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.getSubscription()
  if (!subscription) return true
  await call(client, unsubscribeFromPush, { body: { endpoint: subscription.endpoint } })
  return subscription.unsubscribe()
}

/** Subscribes this browser at its push host and binds it to the session. Also renews an old subscription. */
export async function bindBrowser(client: QueryClient, vapidPublicKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: vapidPublicKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    const other = await pushManager.getSubscription() // with a key that the server had before
    if (!(await other?.unsubscribe())) throw notSubscribed(error)
    return pushManager.subscribe(options).catch((again: unknown) => Promise.reject(notSubscribed(again)))
  })
  const { endpoint = '', keys } = subscription.toJSON()
  await call(client, subscribeToPush, {
    body: { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }, ...spokenLanguage() },
  })
}

/** The language of this device, unless only tests speak it. */
function spokenLanguage(): { language?: string } {
  const { data } = languageRule.safeParse(language.get())
  return data ? { language: data } : {}
}

/** Browsers explain it to developers, in their own language. */
function notSubscribed(cause: unknown): Error {
  return new Error("We couldn't reach this browser for notifications. Please try again later.", { cause })
}
