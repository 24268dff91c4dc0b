import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { drawPortrait } from '@zing/local/demo/portrait'
import { demoProfiles } from '@zing/local/demo/profiles'
import { getUser, login } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { join, type Member } from '../support/client.ts'

// Every screen at phone and desktop size, in both themes: written to an ignored folder to be looked at, and judged by axe.

const folder = path.resolve(import.meta.dirname, '../screenshots')
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const SCHEMES = ['light', 'dark'] as const

let me: Member
let partner: Member

test.beforeAll(async ({ baseURL }) => {
  mkdirSync(folder, { recursive: true })
  const base = baseURL ?? ''
  const members = await Promise.all(
    demoProfiles(12).map(async ({ look, name, age, gender, orientation }) => {
      const selfie = `data:image/jpeg;base64,${(await drawPortrait(look)).toString('base64')}`
      return join(base, name, { name, age, gender, orientation, selfie })
    }),
  )
  const [first, second, third, fourth] = members
  if (!first || !second || !third || !fourth) throw new Error('too few people')
  me = first
  partner = second
  for (const other of [second, third]) {
    await me.call(likeUser, { body: { likedId: other.id } })
    await other.call(likeUser, { body: { likedId: me.id } })
  }
  await fourth.call(likeUser, { body: { likedId: me.id } })
  for (const [from, to, content] of [
    [partner, me, 'That exhibition on Saturday, still thinking of going?'],
    [me, partner, 'Yes! Doors at 11. Coffee before?'],
    [me, partner, 'There is a place with the good cinnamon rolls around the corner 🥐'],
    [partner, me, 'You had me at cinnamon'],
  ] as const) {
    await from.call(sendMessage, { body: { receiverId: to.id, content } })
  }
})

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of SCHEMES) {
    test(`every screen is accessible and can be looked at: ${size}, ${colorScheme}`, async ({ browser }) => {
      test.setTimeout(120_000)
      const name = (screen: string) => `${screen}-${size}-${colorScheme}`
      const visitor = await open(browser, viewport, colorScheme)
      await look(visitor, '/', visitor.getByRole('link', { name: /Get started/ }), name('landing'))
      await look(visitor, '/auth', visitor.getByRole('tab', { name: 'Login' }), name('auth-login'))
      await visitor.getByRole('tab', { name: 'Sign Up' }).click()
      await shoot(visitor, name('auth-sign-up'))
      await look(visitor, '/nowhere', visitor.getByText('404 Page Not Found'), name('not-found'))

      const page = await open(browser, viewport, colorScheme)
      await callAs(page, login, { body: { username: me.username, password: me.password } })
      const { body: user } = await callAs(page, getUser)
      expect(user.id).toBe(me.id)
      await look(page, '/feed', page.getByText('Discover New People'), name('feed'))
      await page.getByRole('button', { name: /notifications|activity/i }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await shoot(page, name('notifications'))
      await look(page, '/messages', page.getByText('You had me at cinnamon'), name('messages'))
      await look(page, `/chat/${partner.id}`, page.getByText('You had me at cinnamon'), name('chat'))
      await look(page, '/chat/999999', page.getByText('User not found'), name('chat-not-found'))
      await look(page, '/preferences', page.getByRole('button', { name: 'Log Out' }), name('profile'))
      await visitor.context().close()
      await page.context().close()
    })
  }
}

async function open(
  browser: Browser,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
  return context.newPage()
}

async function look(page: Page, url: string, sign: ReturnType<Page['getByText']>, name: string): Promise<void> {
  await page.goto(url)
  await expect(sign.first()).toBeVisible()
  await shoot(page, name)
}

async function shoot(page: Page, name: string): Promise<void> {
  // not waitForFunction: its second look would be an eval, which the page's CSP refuses
  const loaded = "[...document.images].every((image) => image.complete || image.loading === 'lazy')"
  await expect.poll(() => page.evaluate(loaded)).toBe(true)
  const running = "document.getAnimations().filter(({ playState }) => playState === 'running').length"
  await expect.poll(() => page.evaluate(running)).toBe(0)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await expectAccessible(page, name)
}
