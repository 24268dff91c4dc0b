import { expect, type Page } from '@playwright/test'
import { getUser } from '@zing/proto/http/auth'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../../support/api.ts'
import { test } from '../../support/test.ts'
import { cardOf, newUser, unseenUser } from '../../support/users.ts'

/** More than the elements of a feed that begins with a page of users registered since. */
const TABS_MAX = 600

test('a user gets from the landing screen to a chat with the keyboard alone (9.select)', async ({ browser }) => {
  const ben = await unseenUser(browser, 'Ben')
  const ada = await newUser(browser, 'Ada')
  const { page } = ada
  const { keyboard } = page
  await page.goto('/')

  await test.step('sign up', async () => {
    await press(page, 'Get started')
    await focus(page, 'Full Name')
    await keyboard.type(ada.name)
    await focus(page, 'Gender')
    await keyboard.type('fem')
    await focus(page, 'Sexual Orientation')
    await keyboard.type('bi')
    await focus(page, 'Username')
    await keyboard.type(ada.username)
    await focus(page, 'Password')
    await keyboard.type(ada.password)
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Take a Selfie' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled()
    await press(page, 'Take photo')
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled()
    await press(page, 'Create Account')
    await expect(page).toHaveURL('/feed')
  })

  await test.step('like back, and go from the match to the chat', async () => {
    await callAs(ben.context, likeUser, { body: { likedId: await idOf(page) } })
    await cardOf(page, ben.name)
    await press(page, `Like ${ben.name}`)
    await expect(page.getByRole('dialog', { name: "It's a Match!" })).toBeVisible()
    await press(page, 'Message Now')
    await expect(page).toHaveURL(`/chat/${ben.id}`)
  })

  await test.step('send a message, open and close the menu', async () => {
    await focus(page, `Message to ${ben.name}`)
    await keyboard.type('by hand')
    await keyboard.press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'by hand' })).toContainText('Sent')
    await press(page, 'More options')
    for (const _ of ['Search to Photos', 'Photos to Report', 'Report to Unmatch']) await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(page.locator('[role=alertdialog]:focus-within')).toBeVisible() // only then it receives keys
    await expect(async () => {
      await keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).not.toBeVisible({ timeout: 2_000 })
    }).toPass()
    await press(page, 'Back to messages')
    await expect(page).toHaveURL('/messages')
  })

  await test.step('open and close the notifications; focus returns to the bell', async () => {
    await press(page, 'Notifications')
    await expect(page.getByRole('dialog')).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Notifications' })).toBeFocused()
  })

  await test.step('log out', async () => {
    await press(page, 'Profile')
    await expect(page).toHaveURL('/preferences')
    await press(page, 'Log Out')
    await expect(page).toHaveURL('/auth')
  })
})

/** Presses Tab until the element of this name has a visible focus. */
async function focus(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press('Tab')
    if ((await focused(page)).startsWith(name)) {
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
      expect(outline, `${name} shows its focus`).not.toBe('none')
      return
    }
  }
  throw new Error(`${TABS_MAX} tabs and no ${name}`)
}

async function press(page: Page, name: string): Promise<void> {
  await focus(page, name)
  await page.keyboard.press('Enter')
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    const labels = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null
    return (element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '').trim()
  })
}

async function idOf(page: Page): Promise<number> {
  return (await callAs(page, getUser)).body.id
}
