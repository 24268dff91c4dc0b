import { expect } from '@playwright/test'
import { likeUser } from '@zing/proto/http/social'
import { registerApiUser } from '../../support/client.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser, unseenUser } from '../../support/users.ts'

const WIDE = { width: 1280, height: 800 }
const COLUMN_MAX_PX = 448
const PHONE_ON_ITS_SIDE = { width: 740, height: 360 }
const BELL_MARGIN_PX = 16

test('a wide screen shows every page as a narrow centred column (1.17)', async ({ browser }) => {
  const { page } = await registeredUser(browser, 'Ada', { viewport: WIDE })
  for (const path of ['/feed', '/messages', '/preferences', '/nowhere']) {
    await page.goto(path)
    await expect(async () => {
      const box = await page.getByRole('main').boundingBox() // null while the screen changes
      expect(box?.width, path).toBeLessThanOrEqual(COLUMN_MAX_PX)
      expect((box?.x ?? 0) + (box?.width ?? 0) / 2, path).toBeCloseTo(WIDE.width / 2, 0)
    }).toPass()
  }
})

for (const viewport of [
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
]) {
  test(`"Get started" is on the first screen of ${viewport.width} x ${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Get started', exact: true })).toBeInViewport({ ratio: 1 })
  })
}

test('on a phone in landscape the first card fits beside the matches, like a photo by its story', async ({
  browser,
  baseURL,
}) => {
  const ada = await registeredUser(browser, 'Ada', { viewport: PHONE_ON_ITS_SIDE })
  const ben = await unseenUser(browser, 'Ben')
  await registerApiUser(baseURL ?? '', 'Cleo')
  await match(ada, ben)
  const { page } = ada
  await page.goto('/feed')

  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^Pass/ }) })
  await expect(card.first()).toBeInViewport({ ratio: 0.99 })
  for (const name of [/^Pass/, /^Like/])
    await expect(card.first().getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Chat with Ben' })).toBeInViewport({ ratio: 1 })

  await page.goto(`/people/${ben.id}`)
  const photo = await page.getByRole('img', { name: 'Ben' }).boundingBox()
  const story = await page.getByText('has not written anything yet').boundingBox()
  expect(photo?.height).toBeCloseTo(PHONE_ON_ITS_SIDE.height, 0)
  expect(story?.x).toBeGreaterThan((photo?.x ?? 0) + (photo?.width ?? 0))
})

test('on hover "Get started" becomes "Find matches now" (2.landing.3)', async ({ page }) => {
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Get started', exact: true })
  await expect(link).toBeVisible()
  await link.hover()
  await expect(page.getByRole('link', { name: 'Find matches now', exact: true })).toBeVisible()
  await expect(link).not.toBeVisible()
})

test('the notification bell is at the top right, and each screen fades in (2.layout.10, 2.layout.11)', async ({
  browser,
}) => {
  const { page } = await registeredUser(browser, 'Ada')
  await page.goto('/feed')
  const bell = await page.getByRole('button', { name: 'Notifications' }).boundingBox()
  const { x, y, width } = bell ?? { x: 0, y: 0, width: 0 }
  expect(x + width).toBeGreaterThan((page.viewportSize()?.width ?? 0) - BELL_MARGIN_PX)
  expect(y).toBeLessThan(BELL_MARGIN_PX)

  const fades: string[] = []
  await page.exposeFunction('recordFade', (name: string) => fades.push(name))
  await page.evaluate("addEventListener('animationstart', ({ animationName }) => recordFade(animationName))")
  for (const tab of ['Messages', 'Profile', 'Feed']) {
    fades.length = 0
    await page.getByRole('navigation').getByRole('link', { name: tab }).click()
    await expect.poll(() => fades, tab).toContain('page')
  }
})

test('the notification list scrolls, and its height does not depend on the number of entries (2.notifications.5)', async ({
  browser,
  baseURL,
}) => {
  const { page, id } = await registeredUser(browser, 'Ada', { viewport: { width: 390, height: 500 } })
  for (let n = 0; n < 8; n++) {
    await (await registerApiUser(baseURL ?? '', 'Ben')).call(likeUser, { body: { likedId: id } })
  }
  await page.goto('/feed')
  await expect(page.getByRole('button', { name: 'Notifications' })).toContainText('8 new')
  await page.getByRole('button', { name: 'Notifications' }).click()
  const panel = page.getByRole('dialog', { name: 'Zing Activity' })
  const area = panel.getByRole('tabpanel')
  await expect(panel.getByText('Liked your profile')).toHaveCount(8)
  const heights = () => area.evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }))
  const full = await heights()
  expect(full.scrollHeight).toBeGreaterThan(full.clientHeight)
  await panel.getByRole('listitem').last().scrollIntoViewIfNeeded()
  await expect(panel.getByRole('button', { name: 'Clear all' })).toBeInViewport()

  await panel.getByRole('button', { name: 'Clear all' }).click()
  await expect(panel.getByText('No activity yet')).toBeVisible()
  expect((await heights()).clientHeight).toBe(full.clientHeight)
})
