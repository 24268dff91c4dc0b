import { login } from '@zing/proto/http/auth'
import { callAs } from '../../support/api.ts'
import { capture, looksAt, openAndCapture } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'

// Screenshots and axe checks of every screen: light at phone size, dark at desktop size.

for (const { size, options } of looksAt('phone', 'desktop')) {
  test(`every screen is accessible: ${size}, ${options.colorScheme}`, async ({ browser, seed }) => {
    const name = (screen: string) => `${screen}-${size}-${options.colorScheme}`
    const anonymous = await (await browser.newContext(options)).newPage()
    await openAndCapture(anonymous, '/', anonymous.getByRole('link', { name: /Get started/ }), name('landing'))
    await openAndCapture(anonymous, '/auth', anonymous.getByRole('tab', { name: 'Login' }), name('auth-login'))
    await anonymous.getByRole('tab', { name: 'Sign Up' }).click()
    await capture(anonymous, name('auth-sign-up'))
    await openAndCapture(anonymous, '/nowhere', anonymous.getByText('404 Page Not Found'), name('not-found'))

    const page = await (await browser.newContext(options)).newPage()
    const { viewer, partner } = seed
    await callAs(page, login, { body: { username: viewer.username, password: viewer.password } })
    await openAndCapture(page, '/feed', page.getByText('Discover New People'), name('feed'))
    await openAndCapture(page, '/messages', page.getByText('You had me at cinnamon'), name('messages'))
    await openAndCapture(page, `/chat/${partner.id}`, page.getByText('You had me at cinnamon'), name('chat'))
    await openAndCapture(page, '/preferences', page.getByRole('button', { name: 'Log Out' }), name('profile'))
    await openAndCapture(
      page,
      '/edit-profile',
      page.getByRole('button', { name: 'Save Changes' }),
      name('edit-profile'),
    )
    await openAndCapture(page, `/people/${partner.id}`, page.getByRole('link', { name: 'Message' }), name('person'))
    await openAndCapture(page, '/discovery', page.getByRole('button', { name: 'Save' }), name('discovery'))
    await openAndCapture(page, '/account', page.getByText('This device'), name('account'))
    await page.goto('/preferences')
    await page.getByRole('link', { name: 'Update Profile Photo' }).click()
    await page.getByRole('button', { name: 'Initialize Camera' }).waitFor()
    await capture(page, name('camera'))
  })
}
