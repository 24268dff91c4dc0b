import { login } from '@zing/proto/http/auth'
import { callAs } from '../support/api.ts'
import { look, PHONE, SCHEMES, shoot } from '../support/screenshot.ts'
import { test } from '../support/test.ts'

// Every screen at phone and desktop size, in both themes: to be looked at, and judged by axe.

const SIZES = { phone: PHONE, desktop: { width: 1280, height: 800 } }

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of SCHEMES) {
    test(`every screen is accessible and can be looked at: ${size}, ${colorScheme}`, async ({ browser, cast }) => {
      const name = (screen: string) => `${screen}-${size}-${colorScheme}`
      const options = { viewport, colorScheme, reducedMotion: 'reduce' } as const
      const visitor = await (await browser.newContext(options)).newPage()
      await look(visitor, '/', visitor.getByRole('link', { name: /Get started/ }), name('landing'))
      await look(visitor, '/auth', visitor.getByRole('tab', { name: 'Login' }), name('auth-login'))
      await visitor.getByRole('tab', { name: 'Sign Up' }).click()
      await shoot(visitor, name('auth-sign-up'))
      await look(visitor, '/nowhere', visitor.getByText('404 Page Not Found'), name('not-found'))

      const page = await (await browser.newContext(options)).newPage()
      const { me, partner } = cast
      await callAs(page, login, { body: { username: me.username, password: me.password } })
      await look(page, '/feed', page.getByText('Discover New People'), name('feed'))
      await look(page, '/messages', page.getByText('You had me at cinnamon'), name('messages'))
      await look(page, `/chat/${partner.id}`, page.getByText('You had me at cinnamon'), name('chat'))
      await look(page, '/preferences', page.getByRole('button', { name: 'Log Out' }), name('profile'))
      await look(page, '/edit-profile', page.getByRole('button', { name: 'Save Changes' }), name('edit-profile'))
      await page.goto('/preferences')
      await page.getByRole('link', { name: 'Update Profile Photo' }).click()
      await page.getByRole('button', { name: 'Initialize Camera' }).waitFor()
      await shoot(page, name('camera'))
    })
  }
}
