/// <reference lib="webworker" />
import { CLIENT_CONFIG_PATH, COMMUNITY_PATH, PUSH_SUBSCRIPTIONS_PATH, USER_PATH } from '@zing/proto/paths'
import { pickLanguage } from '@zing/proto/texts/find-language'

type Change = Pick<PushSubscriptionChangeEvent, 'oldSubscription' | 'newSubscription'>
type Manager = Pick<PushManager, 'subscribe'>

/**
 * Binds the subscription that takes the place of one which the browser has ended, with no tab open. Browsers leave out one or
 * both of them: then this subscribes again. Without a session nothing is bound, and the next start of the app does it.
 */
export async function renewSubscription({ oldSubscription, newSubscription }: Change, manager: Manager): Promise<void> {
  const subscription = newSubscription ?? (await manager.subscribe(await optionsOf(oldSubscription)))
  const { endpoint, keys } = subscription.toJSON()
  await send('POST', { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth }, language: await readersLanguage() })
  if (oldSubscription && oldSubscription.endpoint !== endpoint)
    await send('DELETE', { endpoint: oldSubscription.endpoint })
}

async function optionsOf(old: PushSubscription | null): Promise<PushSubscriptionOptionsInit> {
  if (old?.options.applicationServerKey)
    return { userVisibleOnly: true, applicationServerKey: old.options.applicationServerKey }
  const { vapidPublicKey } = await (await fetch(CLIENT_CONFIG_PATH)).json()
  return { userVisibleOnly: true, applicationServerKey: vapidPublicKey }
}

/** The account's language, else the browser's, else the community's: as the app would speak. */
async function readersLanguage(): Promise<string> {
  const [user, community] = await Promise.all(
    [USER_PATH, COMMUNITY_PATH].map(async (path) => (await fetch(path)).json()),
  )
  return pickLanguage([user.language ?? null, ...navigator.languages], community)
}

function send(method: 'POST' | 'DELETE', body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(PUSH_SUBSCRIPTIONS_PATH, { method, headers, body: JSON.stringify(body) })
}
