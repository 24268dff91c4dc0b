import { expect, type Page, type Route } from '@playwright/test'
import { errors } from '@zing/proto/errors'
import { login } from '@zing/proto/http/auth'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { rotatedPhoto } from '../../support/pictures.ts'
import { capture, openAndCapture, PHONE, SCHEMES } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'
import { fillDetails, registeredUser, takeSelfie } from '../../support/users.ts'

// Screenshots and axe checks of errors, dialogs, menus, empty and loading lists, and the camera, in both themes.

for (const colorScheme of SCHEMES) {
  const options = { viewport: PHONE, colorScheme, reducedMotion: 'reduce' } as const
  const name = (state: string) => `${state}-phone-${colorScheme}`

  test(`sign-up in every state is accessible: ${colorScheme}`, async ({ browser }) => {
    const page = await (await browser.newContext(options)).newPage()
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('button', { name: 'Continue to Selfie' }).click()
    await expect(page.getByText('Name is required.')).toBeVisible()
    await capture(page, name('auth-errors'))
    await fillDetails(page, { name: 'Nadia', username: `nadia.${Date.now()}`, password: 'correct horse' })
    await page.getByRole('button', { name: 'Continue to Selfie' }).click()
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
    await capture(page, name('auth-camera'))
    await takeSelfie(page)
    await expect(page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
    await capture(page, name('auth-selfie'))
  })

  test(`dialogs, menus and errors are accessible: ${colorScheme}`, async ({ browser, seed }) => {
    const page = await (await browser.newContext(options)).newPage()
    const { viewer, silentMatch } = seed
    await callAs(page, login, { body: { username: viewer.username, password: viewer.password } })
    await page.goto('/feed')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await capture(page, name('notifications'))
    await openAndCapture(page, '/chat/999999', page.getByText('User not found'), name('chat-not-found'))
    await openAndCapture(page, `/chat/${silentMatch.id}`, page.getByText('No messages yet'), name('chat-empty'))
    await page.getByRole('button', { name: 'More options' }).click()
    await capture(page, name('chat-menu'))
    await page.getByRole('menuitem', { name: 'Unmatch & Block' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await capture(page, name('chat-block'))

    await page.goto('/edit-profile')
    await page.getByLabel('Name').fill('A')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Name must be at least 2 characters.')).toBeVisible()
    await capture(page, name('edit-profile-errors'))
    await page.goto('/feed')
    await page.getByRole('tab', { name: 'Liked' }).click()
    await expect(page.getByText('No like is waiting.')).toBeVisible()
    await capture(page, name('feed-liked-empty'))
    await openAndCapture(page, '/people/999999', page.getByText('User not found'), name('person-not-found'))
    await page.goto('/edit-profile')
    await page.getByRole('button', { name: /^Interests/ }).click()
    await capture(page, name('edit-profile-interests'))
    await page.getByRole('button', { name: 'As others see it' }).click()
    await capture(page, name('edit-profile-preview'))
    await page.getByRole('button', { name: 'As others see it' }).click()
    await page.getByRole('button', { name: 'Add a photo' }).click()
    await capture(page, name('edit-profile-add-photo'))
    await page.getByLabel('Photo file').setInputFiles({
      name: 'beach.jpg',
      mimeType: 'image/jpeg',
      buffer: await rotatedPhoto(page),
    })
    await expect(page.getByRole('dialog', { name: 'Choose the section' })).toBeVisible()
    await capture(page, name('edit-profile-crop'))
    await page.goto('/discovery')
    await page.getByLabel('From age').fill('17')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('You must choose an age of at least 18')).toBeVisible()
    await capture(page, name('discovery-errors'))
    await page.goto('/preferences')
    await page.getByRole('button', { name: 'Admin Panel' }).click()
    await page.getByLabel('PIN').press('Enter')
    await expect(page.getByText('Please enter a 4-digit PIN').first()).toBeVisible()
    await capture(page, name('admin-pin'))
    await page.getByLabel('PIN').fill(process.env.E2E_ADMIN_PIN ?? '')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('button', { name: 'Reset App Data' }).click()
    await capture(page, name('admin-reset'))
  })

  test(`empty, loading and failed screens are accessible: ${colorScheme}`, async ({ browser, seed }) => {
    const nils = await registeredUser(browser, 'Nils', options)
    const { page } = nils
    await openAndCapture(page, '/messages', page.getByText('No matches yet'), name('messages-empty'))
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByText('No activity yet')).toBeVisible()
    await capture(page, name('notifications-empty'))
    await captureFailures(page, name)
    await page.route('**/api/users?*', (route) => route.fulfill({ json: [] }))
    await openAndCapture(page, '/feed', page.getByText('No users found'), name('feed-empty'))
    await page.unrouteAll()
    await callAs(page, likeUser, { body: { likedId: seed.partner.id } })
    await seed.partner.call(likeUser, { body: { likedId: nils.id } })
    await expect(page.getByRole('dialog', { name: "It's a Match!" })).toBeVisible()
    await capture(page, name('match'))
  })

  test(`the camera in every state is accessible: ${colorScheme}`, async ({ browser }) => {
    const { page } = await registeredUser(browser, 'Nora', options)
    await page.goto('/camera')
    await page.getByRole('button', { name: 'Initialize Camera' }).click()
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
    await capture(page, name('camera-live'))
    await page.getByRole('button', { name: 'Take photo' }).click()
    await expect(page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
    await capture(page, name('camera-preview'))
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.goto('/camera')
    await page.getByRole('button', { name: 'Initialize Camera' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await capture(page, name('camera-failed'))
  })
}

async function captureFailures(page: Page, name: (state: string) => string): Promise<void> {
  const respondUnavailable = (route: Route) => route.fulfill({ status: 503, json: errors.unavailable().body })
  for (const pattern of ['**/api/users?*', '**/api/conversations']) await page.route(pattern, respondUnavailable)
  await openAndCapture(page, '/feed', page.getByText('Failed to load feed'), name('feed-failed'))
  await openAndCapture(page, '/messages', page.getByText('Failed to load messages'), name('messages-failed'))
  await page.unrouteAll()
  await page.route('**/api/users?*', () => {}) // gets no response
  await openAndCapture(page, '/feed', page.getByText('Finding people near you...'), name('feed-loading'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
