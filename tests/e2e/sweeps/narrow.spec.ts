import { expect } from '@playwright/test'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../support/api.ts'
import { registerApiUser } from '../support/client.ts'
import { expectTextToFit, expectToFit } from '../support/fit.ts'
import { test } from '../support/test.ts'
import { cardOf, logIn, match, registeredUser, unseenUser, writeMessage } from '../support/users.ts'

// the narrowest phone, or a 640 px window at 200 % zoom
const NARROW = { width: 320, height: 640 }

test('no screen overflows horizontally at 320 px', async ({ browser }) => {
  const ada = await registeredUser(browser, 'Ada', { viewport: NARROW })
  const ben = await unseenUser(browser, 'Maximiliana-Theodora-Wilhelmina')
  await match(ada, ben)
  const { page } = ada
  for (const path of [
    '/feed',
    '/messages',
    '/preferences',
    '/edit-profile',
    '/account',
    '/camera',
    `/chat/${ben.id}`,
    `/people/${ben.id}`,
    '/discovery',
    '/nowhere',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expectToFit(page, path)
  }
  await page.goto(`/chat/${ben.id}`)
  await writeMessage(ada, 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4))
  await expect(page.getByRole('listitem')).toBeVisible()
  await expectToFit(page, 'a long word')

  const anonymous = await (await browser.newContext({ viewport: NARROW })).newPage()
  for (const path of ['/', '/auth']) {
    await anonymous.goto(path)
    await expect(anonymous.getByRole('main')).toBeVisible()
    await expectToFit(anonymous, path)
  }
  await anonymous.getByRole('tab', { name: 'Sign Up' }).click()
  await expectToFit(anonymous, 'sign-up')
})

test('when the page runs from right to left, it overflows nothing at 320 px, menus included', async ({ browser }) => {
  const ada = await registeredUser(browser, 'Ada', { viewport: NARROW, reducedMotion: 'reduce' })
  const ben = await unseenUser(browser, 'Ben')
  await match(ada, ben)
  const { page } = ada
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', 'rtl')),
  )
  for (const path of ['/feed', '/messages', '/preferences', '/edit-profile', `/people/${ben.id}`, `/chat/${ben.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expectToFit(page, path)
  }
  await page.getByRole('button', { name: 'More options' }).click()
  for (const item of await page.getByRole('menuitem').all()) await expect(item).toBeInViewport({ ratio: 1 })
})

test('a name of 50 letters without a space overflows nothing at 320 px', async ({ browser, baseURL }) => {
  const ada = await registeredUser(browser, 'Ada', { viewport: NARROW, reducedMotion: 'reduce' }) // still photos in the overlay
  const long = { name: `${'W'.repeat(49)}a`, gender: 'G'.repeat(20), orientation: 'O'.repeat(30) }
  const partner = await registerApiUser(baseURL ?? '', 'long', long)
  const stranger = await registerApiUser(baseURL ?? '', 'long', long)
  const { page } = ada
  await page.goto('/feed')
  await cardOf(page, long.name)
  await expectTextToFit(page, 'card')
  await partner.call(likeUser, { body: { likedId: ada.id } })
  await stranger.call(likeUser, { body: { likedId: ada.id } })
  await callAs(page, likeUser, { body: { likedId: partner.id } })
  await expect(page.getByRole('dialog', { name: "It's a Match!" })).toContainText(long.name)
  await expectTextToFit(page, 'overlay')
  await page.getByRole('button', { name: 'Keep Browsing' }).click()
  await expect(page.getByRole('region', { name: 'Your Matches' })).toContainText(long.name)
  await expectTextToFit(page, 'match')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog')).toContainText('Liked your profile')
  await expectTextToFit(page, 'notifications')
  await partner.call(sendMessage, { body: { receiverId: ada.id, content: 'M'.repeat(80) } })
  await page.goto('/messages')
  await expect(page.getByText('M'.repeat(80))).toBeVisible()
  await expectTextToFit(page, 'messages')
  await page.goto(`/people/${stranger.id}`)
  await expect(page.getByRole('heading', { level: 2 })).toContainText(long.name)
  await expectTextToFit(page, 'page of a person')
  await page.goto(`/chat/${partner.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(long.name)
  await expectTextToFit(page, 'chat')
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Unmatch & Block' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectTextToFit(page, 'block dialog')

  const again = await (await browser.newContext({ viewport: NARROW, reducedMotion: 'reduce' })).newPage()
  await logIn(again, partner.username, partner.password)
  await expect(again.getByText(`Welcome back, ${long.name}!`).first()).toBeVisible()
  await expectTextToFit(again, 'toast')
  await again.goto('/preferences')
  await expect(again.getByRole('heading', { name: long.name })).toBeVisible()
  await expectTextToFit(again, 'profile')
})
