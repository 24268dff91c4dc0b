import { expect, type Page } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { reportUser } from '@zing/proto/http/reports'
import { callAs } from '../support/api.ts'
import { type Place, tapAllTwice } from '../support/double-tap.ts'
import { PIN, userWithRole } from '../support/moderators.ts'
import { PHONE } from '../support/screenshot.ts'
import { stubFeed } from '../support/stubs/feed.ts'
import { test } from '../support/test.ts'
import {
  logIn,
  match,
  type RegisteredUser,
  registeredUser,
  type TestUser,
  type UnseenUser,
  unseenUser,
} from '../support/users.ts'

// Taps every button twice within 120, 250 or 500 ms. The second tap changes nothing, even if the first opens something.

test.use({ arePressesApart: false })

const OPTIONS = { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const

async function expectNoFaults(page: Page, places: Place[]): Promise<void> {
  const faults: string[] = []
  const tapped = new Set<string>()
  for (const place of places) faults.push(...(await tapAllTwice(page, place, tapped)))
  expect(faults).toEqual([])
}

/** Opens a path as the user, and signs in first if the user has signed out. */
async function openAs({ page, username, password }: TestUser, path: string): Promise<void> {
  if (!(await page.request.get(getUser.path)).ok()) {
    await logIn(page, username, password)
    await expect(page).toHaveURL('/feed')
  }
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
}

/** A place on a screen that these buttons open. */
function placeOf(user: TestUser, path: string, ...buttons: (string | RegExp)[]): Place {
  const { page } = user
  return {
    name: [path, ...buttons].join(' > '),
    open: async () => {
      await openAs(user, path)
      if (buttons.length > 0) await page.waitForLoadState('networkidle') // a late card would move the button
      for (const name of buttons) {
        const button = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name }))
        await button.first().click({ timeout: 60_000 })
        await expect(page.locator('dialog[open], [role=menu]').last()).toBeVisible()
      }
    },
  }
}

async function matched(browser: Parameters<typeof registeredUser>[0]): Promise<[RegisteredUser, UnseenUser]> {
  const [ada, ben] = [await registeredUser(browser, 'Ada', OPTIONS), await unseenUser(browser, 'Ben')]
  await match(ada, ben)
  await callAs(ben.context, sendMessage, { body: { receiverId: ada.id, content: 'Hello' } })
  return [ada, ben]
}

test('no second tap acts in the feed, the notifications and the preferences', async ({ browser }) => {
  const [ada] = await matched(browser)
  const { page } = ada
  await stubFeed(page)
  await page.route('**/api/likes', (route) => route.fulfill({ json: { likeCount: 1, isMatch: false } }))
  await page.route('**/api/passes', (route) => route.fulfill({ status: 204 }))
  await expectNoFaults(page, [
    placeOf(ada, '/feed'),
    placeOf(ada, '/feed', 'Notifications'),
    placeOf(ada, '/discovery'),
  ])
})

test('no second tap acts in chats and on a page', async ({ browser }) => {
  const [ada, ben] = await matched(browser)
  await expectNoFaults(ada.page, [
    placeOf(ada, '/messages'),
    placeOf(ada, `/people/${ben.id}`),
    placeOf(ada, `/chat/${ben.id}`),
    placeOf(ada, `/chat/${ben.id}`, 'More options'),
    placeOf(ada, `/chat/${ben.id}`, 'More options', 'Unmatch & Block'),
  ])
})

test('no second tap acts in the profile and the admin panel (2.admin.5)', async ({ browser }) => {
  const [ada] = await matched(browser)
  const { page } = ada
  await page.route('**/api/admin/reset', (route) => route.abort()) // aborted, since other journeys run beside this one; the request itself counts
  const panel = placeOf(ada, '/preferences', 'Admin Panel')
  const unlocked = {
    name: 'admin panel',
    open: async () => {
      await panel.open()
      await page.getByLabel('PIN').fill(PIN)
      await page.getByLabel('PIN').press('Enter')
      await expect(page.getByRole('button', { name: 'Reset app data' })).toBeVisible()
    },
  }
  await expectNoFaults(page, [
    placeOf(ada, '/preferences'),
    panel,
    unlocked,
    placeOf(ada, '/edit-profile'),
    placeOf(ada, '/edit-profile', 'Add a photo'),
  ])
})

test('no second tap acts in the account and at the camera', async ({ browser }) => {
  const [ada] = await matched(browser)
  await expectNoFaults(ada.page, [
    placeOf(ada, '/account'),
    placeOf(ada, '/account', 'Change password'),
    placeOf(ada, '/account/notifications'),
    placeOf(ada, '/camera'),
    placeOf(ada, '/account', 'Delete account'),
  ])
})

test('no second tap acts before the login', async ({ browser }) => {
  const page = await (await browser.newContext(OPTIONS)).newPage()
  await page.addInitScript(() => {
    // the browser's own dialog would swallow the second tap
    navigator.credentials.get = () => new Promise(() => {})
  })
  const signUp = async () => {
    await page.goto('/auth')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
  }
  await expectNoFaults(page, [
    { name: 'landing', open: () => page.goto('/') },
    { name: 'login', open: () => page.goto('/auth') },
    { name: 'sign-up', open: signUp },
  ])
})

test('no second tap acts in moderation', async ({ browser }) => {
  const admin = await userWithRole(browser, 'Mara', 'admin', OPTIONS)
  const [rob, sam] = [await unseenUser(browser, 'Rob'), await unseenUser(browser, 'Sam')]
  await callAs(rob.context, reportUser, { body: { userId: sam.id, category: 'scam', block: false } })
  const { page } = admin
  await page.goto('/moderation')
  await page
    .getByRole('link', { name: new RegExp(sam.name) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: sam.name })).toBeVisible()
  const { pathname } = new URL(page.url())
  await expectNoFaults(page, [placeOf(admin, pathname), placeOf(admin, '/moderation/audit')])
})
