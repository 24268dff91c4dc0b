import { expect, type Locator } from '@playwright/test'
import { login } from '@zing/proto/http/auth'
import { likeUser } from '@zing/proto/http/social'
import { callAs } from '../support/api.ts'
import { SCHEMES } from '../support/screenshot.ts'
import { test } from '../support/test.ts'
import { cardOf, unseenUser } from '../support/users.ts'

/** WCAG 2.2, 1.4.11: controls and their states stand out from their surroundings; axe does not check it. */
const CONTRAST_MIN = 3

for (const colorScheme of SCHEMES) {
  test(`like buttons and tabs stand out from their surroundings: ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto('/auth')
    await expectTabsToStandOut(page.getByRole('tablist'))

    const { username, password } = await unseenUser(browser, 'Ada')
    await callAs(page, login, { body: { username, password } })
    const leo = await unseenUser(browser, 'Leo')
    await page.goto('/feed')
    await cardOf(page, leo.name)
    const like = page.getByRole('region', { name: 'Discover New People' }).getByRole('button', { name: /^Like / })
    await expect(like.first()).toBeVisible()
    const { background, text, page: column } = await coloursOf(like.first())
    expect(contrast(background, column), 'like button on the page').toBeGreaterThan(CONTRAST_MIN)
    expect(contrast(text, background), 'bolt on the like button').toBeGreaterThan(CONTRAST_MIN)
    await callAs(page, likeUser, { body: { likedId: leo.id } })
    await page.getByRole('tab', { name: 'Liked' }).click()
    const liked = page.getByRole('region', { name: 'People you like' }).getByRole('button', { name: /already liked/ })
    const quiet = await coloursOf(liked.first())
    expect(contrast(quiet.text, quiet.background), 'bolt on a liked button').toBeGreaterThan(CONTRAST_MIN)

    await page.getByRole('button', { name: 'Notifications' }).click()
    await expectTabsToStandOut(page.getByRole('dialog').getByRole('tablist'))
  })
}

async function expectTabsToStandOut(list: Locator): Promise<void> {
  await expect(list).toBeVisible()
  const track = await coloursOf(list)
  const active = await coloursOf(list.getByRole('tab', { selected: true }))
  const other = await coloursOf(list.getByRole('tab', { selected: false }).first())
  expect(contrast(active.background, track.background), 'active tab').toBeGreaterThan(CONTRAST_MIN)
  expect(contrast(active.text, active.background), 'text of the active tab').toBeGreaterThan(4.5)
  expect(contrast(other.text, track.background), 'text of another tab').toBeGreaterThan(4.5)
}

interface Colours {
  background: string
  text: string
  /** Background of the column, which is behind the lower half of the like button. */
  page: string
}

/** Reads the colours again if a refetched list has removed the element meanwhile, since it then has none. */
async function coloursOf(element: Locator): Promise<Colours> {
  for (;;) {
    const colours = await element.evaluate((one) => {
      const column = one.closest('.bg-bg') ?? document.body
      const { backgroundColor: background, color: text } = getComputedStyle(one)
      return one.isConnected && { background, text, page: getComputedStyle(column).backgroundColor }
    })
    if (colours) return colours
  }
}

function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of an opaque `rgb(…)`. */
function luminance(colour: string): number {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1) ?? []
  expect(channels, colour).toHaveLength(3)
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const value = Number(channel) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
