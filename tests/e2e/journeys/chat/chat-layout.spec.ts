import { expect, type Locator } from '@playwright/test'
import { sendMessage } from '@zing/proto/http/chat'
import { callAs } from '../../support/api.ts'
import { refuseMessages } from '../../support/refuse-messages.ts'
import { test } from '../../support/test.ts'
import { untilStill } from '../../support/until-still.ts'
import { match, type RegisteredUser, registeredUser, type UnseenUser, unseenUser } from '../../support/users.ts'

test('when the composer grows or the connection bar appears, the newest message stays in view', async ({ browser }) => {
  const { ada, ben } = await matchedUsers(browser)
  for (let n = 1; n <= 20; n++) {
    await callAs(ben.context, sendMessage, { body: { receiverId: ada.id, content: `line ${n}` } })
  }
  const { page } = ada
  await page.goto(`/chat/${ben.id}`)
  const newest = page.getByRole('listitem').last()
  await expect(newest).toBeInViewport({ ratio: 1 })

  await test.step('the composer grows to five lines', async () => {
    const height = async () => (await page.getByRole('log').boundingBox())?.height ?? 0
    const before = await height()
    await page.getByPlaceholder('Type a message').fill('one\ntwo\nthree\nfour\nfive')
    await expect.poll(height).toBeLessThan(before - 60)
    await expectAbove(newest, page.getByPlaceholder('Type a message'))
  })

  await test.step('the connection bar appears, and the chat header stays where it is', async () => {
    const header = await page.getByRole('banner').boundingBox()
    await ada.context.setOffline(true)
    await expect(page.getByText('You are offline')).toBeVisible()
    expect(await page.getByRole('banner').boundingBox()).toEqual(header)
    await expectAbove(newest, page.getByPlaceholder('Type a message'))
    await ada.context.setOffline(false)
  })

  await test.step('the list of a reader further up does not move', async () => {
    await page.getByPlaceholder('Type a message').fill('')
    const log = page.getByRole('log')
    await log.evaluate((element) => element.scrollTo({ top: 0 }))
    await page.getByPlaceholder('Type a message').fill('one\ntwo\nthree\nfour\nfive')
    await expect(page.getByRole('listitem').first()).toBeInViewport()
    expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
  })
})

test('a message stays under its open menu while others come; a button leads back from far up', async ({ browser }) => {
  const { ada, ben } = await matchedUsers(browser)
  const { page } = ada
  const write = (content: string) => callAs(ben.context, sendMessage, { body: { receiverId: ada.id, content } })
  const bubble = (text: string) => page.getByRole('log').getByText(text, { exact: true })
  const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN
  await write('the first')
  await page.goto(`/chat/${ben.id}`)

  await test.step('in a short chat the menu follows its message', async () => {
    await bubble('the first').click({ button: 'right' })
    await untilStill(page)
    const [messageBefore, menuBefore] = [await topOf(bubble('the first')), await topOf(page.getByRole('menu'))]
    await write('the second')
    await expect(bubble('the second')).toBeVisible()
    const moved = async () => (await topOf(bubble('the first'))) - messageBefore
    await expect.poll(moved).toBeLessThan(0)
    await expect.poll(async () => (await topOf(page.getByRole('menu'))) - menuBefore).toBeCloseTo(await moved(), 0)
    await page.keyboard.press('Escape')
  })

  await test.step('in a long chat the list does not scroll until the menu is closed', async () => {
    for (let n = 1; n <= 20; n++) await write(`line ${n}\n\n\n\nand its end`)
    await write('the last but one')
    await expect(bubble('the last but one')).toBeInViewport({ ratio: 1 })
    await bubble('the last but one').click({ button: 'right' })
    const before = await topOf(bubble('the last but one'))
    await write('the last')
    await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible()
    expect(await topOf(bubble('the last but one'))).toBe(before)
    await page.keyboard.press('Escape')
    await expect(bubble('the last')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'New messages' })).toBeHidden()
  })

  await test.step('a button leads from far up to the newest message', async () => {
    await page.getByRole('log').evaluate((element) => element.scrollTo({ top: 0 }))
    await expect(bubble('the last')).not.toBeInViewport()
    await page.getByRole('button', { name: 'Newest messages' }).click()
    await expect(bubble('the last')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Newest messages' })).toBeHidden()
  })
})

for (const viewport of [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`a toast covers neither bar nor composer at ${viewport.width} px (9.toasts.8)`, async ({ browser }) => {
    const { ada, ben } = await matchedUsers(browser, { viewport })
    const { page } = ada
    const acceptMessages = await refuseMessages(page, 403, 'You can only message your matches')
    await page.goto(`/chat/${ben.id}`)
    await page.getByPlaceholder('Type a message').fill('are you there')
    await page.getByRole('button', { name: 'Send' }).click()
    const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
    await expect(toast).toBeVisible()
    await expectApart(toast, [page.getByRole('banner'), page.locator('form')])

    await test.step('a toast does not cover the connection bar above the chat', async () => {
      await ada.context.setOffline(true)
      await expect(page.getByText('You are offline').first()).toBeVisible()
      await page.getByPlaceholder('Type a message').fill('a=b') // the client itself refuses it
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(toast).not.toContainText('You can only message') // a different toast than the first
      await expectApart(toast, [
        page.getByRole('banner'),
        page.locator('form'),
        page.getByText('You are offline').first(),
      ])
      await ada.context.setOffline(false)
    })

    acceptMessages()
    await page.route('**/api/users?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
    await page.goto('/feed')
    await page.getByRole('button', { name: 'Refresh feed' }).click()
    await expect(toast).toBeVisible()
    await expectApart(toast, [page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })])

    await test.step('a toast covers neither the heading of a subordinate screen nor its way back', async () => {
      await page.route('**/api/account', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
      await page.goto('/account')
      await page.getByRole('switch', { name: 'Hide me from the feed' }).click()
      await expect(toast).toContainText("Couldn't change your visibility")
      const heading = page.getByRole('heading', { name: 'Account Settings' })
      await heading.scrollIntoViewIfNeeded()
      await expectApart(toast, [heading, page.getByRole('link', { name: 'Back to profile' })])
    })
  })
}

async function matchedUsers(
  browser: Parameters<typeof registeredUser>[0],
  options: Parameters<typeof registeredUser>[2] = {},
): Promise<{ ada: RegisteredUser; ben: UnseenUser }> {
  const [ada, ben] = [await registeredUser(browser, 'Ada', options), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  return { ada, ben }
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} has no box`)
  return box
}

async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect(async () => {
    const { y, height } = await boxOf(upper)
    expect(y + height).toBeLessThanOrEqual((await boxOf(lower)).y)
  }).toPass()
}

async function expectApart(one: Locator, others: Locator[]): Promise<void> {
  await untilStill(one.page())
  const a = await boxOf(one)
  for (const other of others) {
    const b = await boxOf(other)
    const isApart = a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x
    expect(isApart, `${other}`).toBe(true)
  }
}
