import { expect, type Locator, type Page } from '@playwright/test'
import { login } from '@zing/proto/http/auth'
import { callAs } from '../support/api.ts'
import { lookAtSizes, PHONE } from '../support/screenshot.ts'
import { test } from '../support/test.ts'

// Screenshots and axe checks of every screen: light at phone size, dark at desktop size.

test('every screen is accessible', async ({ browser, seed }) => {
  const options = { viewport: PHONE, reducedMotion: 'reduce' } as const
  const anonymous = await (await browser.newContext(options)).newPage()
  await openAndLook(anonymous, '/', anonymous.getByRole('link', { name: /Get started/ }), 'landing')
  await openAndLook(anonymous, '/auth', anonymous.getByRole('tab', { name: 'Login' }), 'auth-login')
  await anonymous.getByRole('tab', { name: 'Sign Up' }).click()
  await lookAtSizes(anonymous, 'auth-sign-up', 'phone', 'desktop')
  await openAndLook(anonymous, '/nowhere', anonymous.getByText('404 Page Not Found'), 'not-found')

  const page = await (await browser.newContext(options)).newPage()
  const { viewer, partner } = seed
  await callAs(page, login, { body: { username: viewer.username, password: viewer.password } })
  await openAndLook(page, '/feed', page.getByText('Discover New People'), 'feed')
  await openAndLook(page, '/messages', page.getByText('You had me at cinnamon'), 'messages')
  await openAndLook(page, `/chat/${partner.id}`, page.getByText('You had me at cinnamon'), 'chat')
  await openAndLook(page, '/preferences', page.getByRole('button', { name: 'Log Out' }), 'profile')
  await openAndLook(page, '/edit-profile', page.getByRole('button', { name: 'Save Changes' }), 'edit-profile')
  await openAndLook(page, `/people/${partner.id}`, page.getByRole('link', { name: 'Message' }), 'person')
  await openAndLook(page, '/discovery', page.getByRole('button', { name: 'Save' }), 'discovery')
  await openAndLook(page, '/account', page.getByText('This device'), 'account')
  await page.goto('/preferences')
  await page.getByRole('link', { name: 'Update Profile Photo' }).click()
  await page.getByRole('button', { name: 'Initialize Camera' }).waitFor()
  await lookAtSizes(page, 'camera', 'phone', 'desktop')
})

/** Opens a screen and looks at it once `ready` is visible. */
async function openAndLook(page: Page, url: string, ready: Locator, name: string): Promise<void> {
  await page.goto(url)
  await expect(ready.first()).toBeVisible()
  await lookAtSizes(page, name, 'phone', 'desktop')
}
