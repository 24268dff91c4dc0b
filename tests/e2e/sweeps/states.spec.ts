import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { errors } from '@zing/proto/errors'
import { login } from '@zing/proto/http/auth'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../support/api.ts'
import { rotatedPhoto } from '../support/pictures.ts'
import { lookInBoth, PHONE } from '../support/screenshot.ts'
import { test } from '../support/test.ts'
import { fillDetails, registeredUser, takeSelfie } from '../support/users.ts'

// Screenshots and axe checks of errors, dialogs, menus, empty and loading lists, and the camera, in both themes.

const OPTIONS = { viewport: PHONE, reducedMotion: 'reduce' } as const

test('sign-up in every state is accessible', async ({ browser }) => {
  const page = await (await browser.newContext(OPTIONS)).newPage()
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await lookInBoth(page, 'auth-errors-phone')
  await fillDetails(page, { name: 'Nadia', username: `nadia.${Date.now()}`, password: 'correct horse' })
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
  await lookInBoth(page, 'auth-camera-phone')
  await takeSelfie(page)
  await expect(page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
  await lookInBoth(page, 'auth-selfie-phone')
})

test('dialogs, menus and errors are accessible', async ({ browser, seed }) => {
  const page = await (await browser.newContext(OPTIONS)).newPage()
  const { viewer, silentMatch } = seed
  await callAs(page, login, { body: { username: viewer.username, password: viewer.password } })
  await page.goto('/feed')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookInBoth(page, 'notifications-phone')
  await openAndLook(page, '/chat/999999', page.getByText('User not found'), 'chat-not-found-phone')
  await openAndLook(page, `/chat/${silentMatch.id}`, page.getByText('No messages yet'), 'chat-empty-phone')
  await page.getByRole('button', { name: 'More options' }).click()
  await lookInBoth(page, 'chat-menu-phone')
  await page.getByRole('menuitem', { name: 'Unmatch & Block' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await lookInBoth(page, 'chat-block-phone')

  await page.goto('/edit-profile')
  await page.getByLabel('Name').fill('A')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Name must be at least 2 characters.')).toBeVisible()
  await lookInBoth(page, 'edit-profile-errors-phone')
  await page.goto('/feed')
  await page.getByRole('tab', { name: 'Liked' }).click()
  await expect(page.getByText('Nobody here yet.')).toBeVisible()
  await lookInBoth(page, 'feed-liked-empty-phone')
  await openAndLook(page, '/people/999999', page.getByText('User not found'), 'person-not-found-phone')
  await page.goto('/edit-profile')
  await page.getByRole('button', { name: /^Interests/ }).click()
  await lookInBoth(page, 'edit-profile-interests-phone')
  await page.getByRole('button', { name: 'See it as others do' }).click()
  await lookInBoth(page, 'edit-profile-preview-phone')
  await page.getByRole('button', { name: 'See it as others do' }).click()
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await lookInBoth(page, 'edit-profile-add-photo-phone')
  await page.getByLabel('Photo file').setInputFiles({
    name: 'beach.jpg',
    mimeType: 'image/jpeg',
    buffer: await rotatedPhoto(page),
  })
  await expect(page.getByRole('dialog', { name: 'Crop your photo' })).toBeVisible()
  await lookInBoth(page, 'edit-profile-crop-phone')
  await page.goto('/discovery')
  await page.getByLabel('From age').fill('17')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('You must choose an age of at least 18')).toBeVisible()
  await lookInBoth(page, 'discovery-errors-phone')
  await page.goto('/preferences')
  await page.getByRole('button', { name: 'Admin Panel' }).click()
  await page.getByLabel('PIN').press('Enter')
  await expect(page.getByText('Please enter a 4-digit PIN').first()).toBeVisible()
  await lookInBoth(page, 'admin-pin-phone')
  await page.getByLabel('PIN').fill(process.env.E2E_ADMIN_PIN ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByRole('button', { name: 'Reset app data' }).click()
  await lookInBoth(page, 'admin-reset-phone')
})

test('empty, loading and failed screens are accessible', async ({ browser, seed }) => {
  const nils = await registeredUser(browser, 'Nils', OPTIONS)
  const { page } = nils
  await openAndLook(page, '/messages', page.getByText('No matches yet'), 'messages-empty-phone')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByText('No activity yet')).toBeVisible()
  await lookInBoth(page, 'notifications-empty-phone')
  await captureFailures(page)
  await page.route('**/api/users?*', (route) => route.fulfill({ json: [] }))
  await openAndLook(page, '/feed', page.getByText('No users found'), 'feed-empty-phone')
  await page.unrouteAll({ behavior: 'wait' })
  await callAs(page, likeUser, { body: { likedId: seed.partner.id } })
  await seed.partner.call(likeUser, { body: { likedId: nils.id } })
  await expect(page.getByRole('dialog', { name: "It's a Match!" })).toBeVisible()
  await lookInBoth(page, 'match-phone')
})

test('the camera in every state is accessible', async ({ browser }) => {
  const { page } = await registeredUser(browser, 'Nora', OPTIONS)
  await page.goto('/camera')
  await page.getByRole('button', { name: 'Initialize Camera' }).click()
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
  await lookInBoth(page, 'camera-live-phone')
  await page.getByRole('button', { name: 'Take photo' }).click()
  await expect(page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
  await lookInBoth(page, 'camera-preview-phone')
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto('/camera')
  await page.getByRole('button', { name: 'Initialize Camera' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await lookInBoth(page, 'camera-failed-phone')
})

async function captureFailures(page: Page): Promise<void> {
  const { message } = errors.unavailable().body // its code would have the screens wait
  const respondUnavailable = (route: Route) => route.fulfill({ status: 503, json: { message } })
  for (const pattern of ['**/api/users?*', '**/api/conversations']) await page.route(pattern, respondUnavailable)
  await openAndLook(page, '/feed', page.getByText('Failed to load feed'), 'feed-failed-phone')
  await openAndLook(page, '/messages', page.getByText('Failed to load messages'), 'messages-failed-phone')
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/users?*', () => {}) // gets no response
  await openAndLook(page, '/feed', page.getByText('Finding people near you...'), 'feed-loading-phone')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Opens a screen and looks at it once `ready` is visible. */
async function openAndLook(page: Page, url: string, ready: Locator, name: string): Promise<void> {
  await page.goto(url)
  await expect(ready.first()).toBeVisible()
  await lookInBoth(page, name)
}
