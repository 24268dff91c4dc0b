import { type CDPSession, expect, type Worker } from '@playwright/test'
import { logout } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { getClientConfig } from '@zing/proto/http/client-config'
import { getNotificationSettings, subscribeToPush } from '@zing/proto/http/push'
import { startPushHost } from '@zing/testing/push-host'
import { callAs } from '../../support/api.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser, unseenUser } from '../../support/users.ts'

// These browsers cannot reach their vendors' push hosts. A push host on loopback receives the server's pushes instead,
// and DevTools hands the decrypted ones to the service worker.

const WAIT = { timeout: 60_000 }
const IS_CONTROLLED = 'Boolean(navigator.serviceWorker.controller)'

test.use({ serviceWorkers: 'allow' })
test.skip(Boolean(process.env.E2E_URL), 'a product in production accepts no push host on loopback')

test('without a tab, a message is pushed encrypted, in the device’s language; a click opens it', async ({
  browser,
  baseURL,
}) => {
  const host = await startPushHost()
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await ada.context.grantPermissions(['notifications'])
  const { body: config } = await callAs(ada.page, getClientConfig)
  const device = host.createDevice(config.vapidPublicKey)
  // social may not have the new user yet, and auth may be busy
  const body = { ...device.subscription, language: 'de' as const }
  const subscribe = async () => (await callAs(ada.page, subscribeToPush, { body })).status
  await expect.poll(subscribe, WAIT).toBe(201)

  await test.step('a match is pushed at once', async () => {
    await match(ada, ben)
    await expect.poll(() => device.received.map(({ content }) => content), WAIT).toMatchObject([{ type: 'MATCH' }])
  })

  const devtools = await ada.context.newCDPSession(ada.page)
  const registrationId = followRegistration(devtools)
  await devtools.send('ServiceWorker.enable')
  await ada.page.goto('/feed')
  await expect.poll(() => ada.page.evaluate(IS_CONTROLLED), WAIT).toBe(true)
  await ada.page.goto('about:blank') // closes the product, and with it the socket

  await test.step('messages are pushed when no device has confirmed them within five seconds', async () => {
    for (const content of ['Do you like cinnamon?', 'Or vanilla?'])
      expect((await callAs(ben.context, sendMessage, { body: { receiverId: ada.id, content } })).status).toBe(201)
    await expect.poll(() => device.received.length, WAIT).toBe(2)
    const [, push] = device.received
    expect(push?.content).toMatchObject({ type: 'MESSAGE', userId: ben.id, count: 2, badge: 3 })
    expect(JSON.stringify(push?.content)).not.toMatch(/cinnamon|vanilla|Ben/)
    expect(host.problems).toEqual([])
  })

  const [worker] = ada.context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  await test.step('the service worker shows one notification for the conversation, in the device’s language', async () => {
    for (const { content } of device.received) {
      const data = JSON.stringify(content)
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: baseURL ?? '',
        registrationId: registrationId(),
        data,
      })
    }
    const shown = { title: 'Zing', body: '2 neue Nachrichten', tag: `chat-${ben.id}`, url: `/chat/${ben.id}` }
    await expect.poll(() => notificationsOf(worker), WAIT).toEqual([shown])
  })

  await test.step('a click opens the chat in the open tab', async () => {
    await ada.page.goto('/feed')
    await expect(ada.page.getByRole('navigation')).toBeVisible()
    await click(worker)
    await expect(ada.page).toHaveURL(`/chat/${ben.id}`, WAIT)
    await expect(ada.page.getByText('Or vanilla?')).toBeVisible()
  })

  await host.stop()
})

test('a log-out ends the notifications of the device', async ({ browser }) => {
  const host = await startPushHost()
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const { body: config } = await callAs(ada.page, getClientConfig)
  const device = host.createDevice(config.vapidPublicKey)
  await callAs(ada.page, subscribeToPush, { body: device.subscription })
  expect((await callAs(ada.page, getNotificationSettings)).body.devices).toMatchObject([{ current: true }])
  await callAs(ada.page, logout)

  const other = host.createDevice(config.vapidPublicKey)
  await callAs(ben.context, subscribeToPush, { body: other.subscription })
  const cleo = await unseenUser(browser, 'Cleo')
  await match(ben, cleo)
  await expect.poll(() => other.received.length, WAIT).toBe(1)
  expect(device.received).toEqual([])
  await host.stop()
})

/** Returns a function for the id of the newest registration, which DevTools reports. */
function followRegistration(devtools: CDPSession): () => string {
  let id = ''
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    id = registrations.findLast(({ isDeleted }) => !isDeleted)?.registrationId ?? id
  })
  return () => id
}

/** The shown notifications, read by the page's worker. */
function notificationsOf(worker: Worker): Promise<unknown> {
  return worker.evaluate(`registration.getNotifications().then((all) =>
    all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url })))`)
}

/** Does what the browser does when the user taps the notification. */
function click(worker: Worker): Promise<void> {
  return worker.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })`)
}
