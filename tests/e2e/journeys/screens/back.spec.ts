import { expect } from '@playwright/test'
import { registerUser } from '@zing/proto/http/auth'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { expectNoLayerEntry } from '../../support/layers.ts'
import { stubFeed } from '../../support/stubs/feed.ts'
import { test } from '../../support/test.ts'
import {
  cardOf,
  fillDetails,
  match,
  newUser,
  openChat,
  registeredUser,
  takeSelfie,
  unseenUser,
} from '../../support/users.ts'

// The Back button, or gesture of a phone, closes open layers and returns to the user's previous place.

test('Back closes panel, match overlay and chat menu, and never the screen under them', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const { page } = ada
  await page.goto('/preferences')
  await page.getByRole('link', { name: 'Feed', exact: true }).click()

  await test.step('Back, the button and a reload close the notification panel', async () => {
    const panel = page.getByRole('dialog', { name: 'Zing Activity' })
    const bell = page.getByRole('button', { name: 'Notifications' })
    await bell.click()
    await expect(panel).toBeVisible()
    await page.goBack()
    await expect(panel).not.toBeVisible()
    await expect(page).toHaveURL('/feed')

    await bell.click()
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).not.toBeVisible()
    await expectNoLayerEntry(page)
    await page.goBack()
    await expect(page).toHaveURL('/preferences')

    await page.goForward()
    await expect(page).toHaveURL('/feed')
    await bell.click()
    await expect(panel).toBeVisible()
    await page.reload()
    await expect(bell).toBeVisible()
    await expectNoLayerEntry(page)
    await page.goBack()
    await expect(page).toHaveURL('/preferences')
    await page.goForward()
    await expect(page).toHaveURL('/feed')
  })

  await test.step('Back closes the match overlay, and a chat opened from it', async () => {
    await callAs(ben.context, likeUser, { body: { likedId: ada.id } })
    await (await cardOf(page, ben.name)).getByRole('button', { name: `Like ${ben.name}` }).click()
    const overlay = page.getByRole('dialog', { name: "It's a Match!" })
    await expect(overlay).toBeVisible()
    await page.getByRole('button', { name: 'Message Now' }).click()
    await expect(page).toHaveURL(`/chat/${ben.id}`)
    await page.goBack()
    await expect(page).toHaveURL('/feed')
    await expect(overlay).not.toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(`/chat/${ben.id}`)
  })

  await test.step('Back closes the menu and the block dialog of the chat', async () => {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.goBack()
    await expect(page.getByRole('menu')).not.toBeVisible()
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Unmatch & Block' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('alertdialog')).not.toBeVisible()
    await expect(page).toHaveURL(`/chat/${ben.id}`)
    await page.goBack()
    await expect(page).toHaveURL('/feed')
  })
})

test('Back in sign-up step 2 shows step 1 with all its entries and turns the camera off (4.sign-up.4)', async ({
  browser,
}) => {
  const dana = await newUser(browser, 'Dana')
  const { page } = dana
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { tracks })
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  const liveTracks = () =>
    page.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState),
    )
  await page.goto('/')
  await page.getByRole('link', { name: /Get started/ }).click()
  await fillDetails(page, dana)
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
  expect(await liveTracks()).toContain('live')
  await page.goBack()
  await expect(page.getByLabel('Full Name')).toHaveValue(dana.name)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(dana.password)
  await expect.poll(liveTracks).not.toContain('live')

  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await takeSelfie(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await expect(page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL('/feed')
  await page.goBack() // the landing screen redirects a signed-in user
  await expect(page).toHaveURL('/feed')
  await expect(page.getByRole('heading', { name: 'Take a Selfie' })).not.toBeVisible()
})

test('a double tap on Create Account makes one account and ends in the feed', async ({ browser }) => {
  const eve = await newUser(browser, 'Eve')
  const { page } = eve
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(registerUser.path)) requests.push(request.url())
  })
  await page.goto('/')
  await page.getByRole('link', { name: /Get started/ }).click()
  await fillDetails(page, eve)
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await takeSelfie(page)
  await page.getByRole('button', { name: 'Create Account' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(page).toHaveURL('/feed')
  await expect(page.getByRole('region', { name: 'Show me' })).toBeVisible()
  await expect(page.getByText('Registration failed')).not.toBeVisible()
  expect(requests).toHaveLength(1)
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`the feed returns to the same card after a chat: ${viewport.width} px`, async ({ browser }) => {
    const [ada, ben] = [await registeredUser(browser, 'Ada', { viewport }), await unseenUser(browser, 'Ben')]
    await match(ada, ben)
    const { page } = ada
    await stubFeed(page)
    await page.route('**/api/passes', (route) => route.fulfill({ status: 204 }))
    await page.goto('/feed')
    for (const person of [1, 2]) {
      await expect(page.getByRole('article', { name: `Person ${person}, 28` })).toBeVisible()
      await page.keyboard.press('ArrowLeft')
    }
    const card = page.getByRole('article', { name: 'Person 3, 28' })
    await expect(card).toBeInViewport({ ratio: 1 })

    await openChat(page, ben.name)
    await expect(page).toHaveURL(`/chat/${ben.id}`)
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/feed')
    await expect(card).toBeInViewport({ ratio: 1 })
  })
}
