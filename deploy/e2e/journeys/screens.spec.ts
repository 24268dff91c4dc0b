import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Browser, expect, type Page, type Route, test } from '@playwright/test'
import { drawPortrait } from '@zing/local/demo/portrait'
import { demoProfiles } from '@zing/local/demo/profiles'
import { getUser, login } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { messages } from '@zing/proto/http/errors'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { join, type Member } from '../support/client.ts'
import { fillDetails, member, takeSelfie } from '../support/people.ts'

// Every screen at phone and desktop size, in both themes: written to an ignored folder to be looked at, and judged by axe.

const folder = path.resolve(import.meta.dirname, '../screenshots')
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const SCHEMES = ['light', 'dark'] as const

let me: Member
let partner: Member
/** A match without words. */
let quiet: Member

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
  quiet = third
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
      test.setTimeout(240_000)
      const name = (screen: string) => `${screen}-${size}-${colorScheme}`
      const visitor = await open(browser, viewport, colorScheme)
      await look(visitor, '/', visitor.getByRole('link', { name: /Get started/ }), name('landing'))
      await look(visitor, '/auth', visitor.getByRole('tab', { name: 'Login' }), name('auth-login'))
      await visitor.getByRole('tab', { name: 'Sign Up' }).click()
      await shoot(visitor, name('auth-sign-up'))
      await visitor.getByRole('button', { name: 'Continue to Selfie' }).click()
      await expect(visitor.getByText('Name is required.')).toBeVisible()
      await shoot(visitor, name('auth-errors'))
      await fillDetails(visitor, {
        name: 'Nadia',
        username: `nadia.${name('x').length}${Date.now()}`,
        password: 'correct horse',
      })
      await visitor.getByRole('button', { name: 'Continue to Selfie' }).click()
      await expect(visitor.getByRole('button', { name: 'Take photo' })).toBeEnabled()
      await shoot(visitor, name('auth-camera'))
      await takeSelfie(visitor)
      await expect(visitor.getByRole('img', { name: 'Your selfie' })).toBeVisible()
      await shoot(visitor, name('auth-selfie'))
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
      await look(page, `/chat/${quiet.id}`, page.getByText('No messages yet'), name('chat-empty'))
      await page.getByRole('button', { name: 'More options' }).click()
      await shoot(page, name('chat-menu'))
      await page.getByRole('menuitem', { name: 'Unmatch & Block' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await shoot(page, name('chat-block'))

      await look(page, '/preferences', page.getByRole('button', { name: 'Log Out' }), name('profile'))
      await page.getByRole('button', { name: 'Admin Panel' }).click()
      await page.getByLabel('PIN').press('Enter')
      await expect(page.getByText('Please enter a 4-digit PIN').first()).toBeVisible()
      await shoot(page, name('admin-pin'))
      await page.getByLabel('PIN').fill(process.env.E2E_ADMIN_PIN ?? '')
      await page.getByRole('button', { name: 'Verify' }).click()
      await page.getByRole('button', { name: 'Reset App Data' }).click()
      await shoot(page, name('admin-reset'))
      await look(page, '/edit-profile', page.getByRole('button', { name: 'Save Changes' }), name('edit-profile'))
      await page.getByLabel('Name').fill('A')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Name must be at least 2 characters.')).toBeVisible()
      await shoot(page, name('edit-profile-errors'))
      await look(page, '/preferences', page.getByRole('button', { name: 'Log Out' }), name('profile-again'))
      await page.getByRole('link', { name: 'Update Profile Photo' }).click()
      await expect(page.getByRole('button', { name: 'Initialize Camera' })).toBeVisible()
      await shoot(page, name('camera'))
      await page.getByRole('button', { name: 'Initialize Camera' }).click()
      await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
      await shoot(page, name('camera-live'))
      await page.getByRole('button', { name: 'Take photo' }).click()
      await expect(page.getByRole('img', { name: 'Your selfie' })).toBeVisible()
      await shoot(page, name('camera-preview'))

      if (size === 'phone') {
        await lookAtFailures(page, name)
        await lookAtNewcomer(browser, viewport, colorScheme, name)
      }
      await visitor.context().close()
      await page.context().close()
    })
  }
}

/** What every list says when it cannot be had, and what a refused camera says. */
async function lookAtFailures(page: Page, name: (screen: string) => string): Promise<void> {
  const away = (route: Route) => route.fulfill({ status: 503, json: { message: messages.unavailable } })
  for (const call of ['**/api/users?*', '**/api/conversations']) await page.route(call, away)
  await look(page, '/feed', page.getByText('Failed to load feed'), name('feed-failed'))
  await look(page, '/messages', page.getByText('Failed to load messages'), name('messages-failed'))
  await page.unrouteAll()
  await page.route('**/api/users?*', () => {}) // no answer: as long as it lasts
  await look(page, '/feed', page.getByText('Finding people near you...'), name('feed-loading'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Somebody to whom nothing has happened, who gets a match and asks for the camera in vain. */
async function lookAtNewcomer(
  browser: Browser,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
  name: (screen: string) => string,
): Promise<void> {
  const newcomer = await member(browser, 'Nils', { viewport, colorScheme, reducedMotion: 'reduce' })
  const { page } = newcomer
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await look(page, '/messages', page.getByText('No matches yet'), name('messages-empty'))
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByText('No activity yet')).toBeVisible()
  await shoot(page, name('notifications-empty'))
  await look(page, '/camera', page.getByRole('button', { name: 'Initialize Camera' }), name('camera-first'))
  await page.getByRole('button', { name: 'Initialize Camera' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await shoot(page, name('camera-failed'))
  await page.route('**/api/users?*', (route) => route.fulfill({ json: [] }))
  await look(page, '/feed', page.getByText('No users found'), name('feed-empty'))
  await page.unrouteAll()
  await callAs(page, likeUser, { body: { likedId: partner.id } })
  await partner.call(likeUser, { body: { likedId: newcomer.id } })
  await expect(page.getByRole('dialog', { name: "It's a Match!" })).toBeVisible()
  await shoot(page, name('match'))
  await page.context().close()
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
  const isStill = () =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy') &&
    document.getAnimations().every(({ playState }) => playState !== 'running')
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  await expectAccessible(page, name)
}
