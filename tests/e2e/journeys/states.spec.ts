import { expect, type Page, type Route } from '@playwright/test'
import { login } from '@zing/proto/http/auth'
import { messages } from '@zing/proto/http/errors'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../support/api.ts'
import { look, PHONE, SCHEMES, shoot } from '../support/screenshot.ts'
import { test } from '../support/test.ts'
import { fillDetails, member, takeSelfie } from '../support/users.ts'

// What the screens look like besides: errors, dialogs, menus, empty and waiting lists, the camera. In both themes, judged by axe.

for (const colorScheme of SCHEMES) {
  const options = { viewport: PHONE, colorScheme, reducedMotion: 'reduce' } as const
  const name = (state: string) => `${state}-phone-${colorScheme}`

  test(`sign-up in every state is accessible: ${colorScheme}`, async ({ browser }) => {
    const page = await (await browser.newContext(options)).newPage()
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('button', { name: 'Continue to Selfie' }).click()
    await expect(page.getByText('Name is required.')).toBeVisible()
    await shoot(page, name('auth-errors'))
    await fillDetails(page, { name: 'Nadia', username: `nadia.${Date.now()}`, password: 'correct horse' })
    await page.getByRole('button', { name: 'Continue to Selfie' }).click()
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
    await shoot(page, name('auth-camera'))
    await takeSelfie(page)
    await expect(page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
    await shoot(page, name('auth-selfie'))
  })

  test(`dialogs, menus and errors are accessible: ${colorScheme}`, async ({ browser, cast }) => {
    const page = await (await browser.newContext(options)).newPage()
    const { me, quiet } = cast
    await callAs(page, login, { body: { username: me.username, password: me.password } })
    await page.goto('/feed')
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await shoot(page, name('notifications'))
    await look(page, '/chat/999999', page.getByText('User not found'), name('chat-not-found'))
    await look(page, `/chat/${quiet.id}`, page.getByText('No messages yet'), name('chat-empty'))
    await page.getByRole('button', { name: 'More options' }).click()
    await shoot(page, name('chat-menu'))
    await page.getByRole('menuitem', { name: 'Unmatch & Block' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await shoot(page, name('chat-block'))

    await page.goto('/edit-profile')
    await page.getByLabel('Name').fill('A')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Name must be at least 2 characters.')).toBeVisible()
    await shoot(page, name('edit-profile-errors'))
    await page.goto('/preferences')
    await page.getByRole('button', { name: 'Admin Panel' }).click()
    await page.getByLabel('PIN').press('Enter')
    await expect(page.getByText('Please enter a 4-digit PIN').first()).toBeVisible()
    await shoot(page, name('admin-pin'))
    await page.getByLabel('PIN').fill(process.env.E2E_ADMIN_PIN ?? '')
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('button', { name: 'Reset App Data' }).click()
    await shoot(page, name('admin-reset'))
  })

  test(`what is empty, waits or has failed is accessible: ${colorScheme}`, async ({ browser, cast }) => {
    const newcomer = await member(browser, 'Nils', options)
    const { page } = newcomer
    await look(page, '/messages', page.getByText('No matches yet'), name('messages-empty'))
    await page.getByRole('button', { name: 'Notifications' }).click()
    await expect(page.getByText('No activity yet')).toBeVisible()
    await shoot(page, name('notifications-empty'))
    await lookAtFailures(page, name)
    await page.route('**/api/users?*', (route) => route.fulfill({ json: [] }))
    await look(page, '/feed', page.getByText('No users found'), name('feed-empty'))
    await page.unrouteAll()
    await callAs(page, likeUser, { body: { likedId: cast.partner.id } })
    await cast.partner.call(likeUser, { body: { likedId: newcomer.id } })
    await expect(page.getByRole('dialog', { name: "It's a Match!" })).toBeVisible()
    await shoot(page, name('match'))
  })

  test(`the camera in every state is accessible: ${colorScheme}`, async ({ browser }) => {
    const { page } = await member(browser, 'Nora', options)
    await page.goto('/camera')
    await page.getByRole('button', { name: 'Initialize Camera' }).click()
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
    await shoot(page, name('camera-live'))
    await page.getByRole('button', { name: 'Take photo' }).click()
    await expect(page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
    await shoot(page, name('camera-preview'))
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await page.goto('/camera')
    await page.getByRole('button', { name: 'Initialize Camera' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await shoot(page, name('camera-failed'))
  })
}

async function lookAtFailures(page: Page, name: (state: string) => string): Promise<void> {
  const away = (route: Route) => route.fulfill({ status: 503, json: { message: messages.unavailable } })
  for (const call of ['**/api/users?*', '**/api/conversations']) await page.route(call, away)
  await look(page, '/feed', page.getByText('Failed to load feed'), name('feed-failed'))
  await look(page, '/messages', page.getByText('Failed to load messages'), name('messages-failed'))
  await page.unrouteAll()
  await page.route('**/api/users?*', () => {}) // no answer: as long as it lasts
  await look(page, '/feed', page.getByText('Finding people near you...'), name('feed-loading'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
