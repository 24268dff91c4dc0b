import { expect } from '@playwright/test'
import { likeUser } from '@zing/proto/http/social'
import { expectAccessible } from '../../support/axe.ts'
import { registerApiUser } from '../../support/client.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser, unseenUser } from '../../support/users.ts'

const COLUMN_MAX_PX = 448
const RAIL_PX = 84
const LIST_PX = 350
const FRAME_MAX_PX = 1_500
const SIDE_FROM_PX = 1_280
const PHONE_ON_ITS_SIDE = { width: 740, height: 360 }
const BELL_MARGIN_PX = 16

test('a tablet shows every page as a narrow centred column (1.17)', async ({ browser }) => {
  const viewport = { width: 1000, height: 800 }
  const { page } = await registeredUser(browser, 'Ada', { viewport })
  for (const path of ['/feed', '/messages', '/preferences', '/nowhere']) {
    await page.goto(path)
    await expect(async () => {
      const box = await page.getByRole('main').boundingBox() // null while the screen changes
      expect(box?.width, path).toBeLessThanOrEqual(COLUMN_MAX_PX)
      expect((box?.x ?? 0) + (box?.width ?? 0) / 2, path).toBeCloseTo(viewport.width / 2, 0)
    }).toPass()
  }
})

for (const width of [1024, 1280, 1920]) {
  test(`at ${width} px nothing of the frame moves from route to route (1.17, 10.client.wide.2)`, async ({
    browser,
  }) => {
    const ada = await registeredUser(browser, 'Ada', { viewport: { width, height: 800 }, reducedMotion: 'reduce' })
    const [ben, cleo] = [await unseenUser(browser, 'Ben'), await unseenUser(browser, 'Cleo')]
    await match(ada, ben)
    const { page } = ada
    const start = Math.max(0, (width - FRAME_MAX_PX) / 2)
    await page.goto('/feed')
    const bell = page.getByRole('button', { name: 'Notifications' })
    await expect(bell).toBeVisible()
    const bellBox = await bell.boundingBox()
    expect((bellBox?.x ?? 0) + (bellBox?.width ?? 0)).toBeCloseTo(width - start - 12, 0)

    for (const path of [
      '/feed',
      '/messages',
      '/preferences',
      '/edit-profile',
      '/account',
      '/discovery',
      `/people/${cleo.id}`,
      `/chat/${ben.id}`,
      '/nowhere',
    ]) {
      await page.goto(path)
      await expect(async () => {
        const rail = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
        expect(rail, path).toMatchObject({ x: start, width: RAIL_PX })
        const list = await page.getByRole('complementary', { name: 'Conversations' }).boundingBox()
        expect(list, path).toMatchObject({ x: start + RAIL_PX, width: LIST_PX })
        expect(await bell.boundingBox(), path).toEqual(bellBox)
        const side = page.getByRole('complementary', { name: /^About your match$|^Likes and tips$/ })
        if (width >= SIDE_FROM_PX) {
          const box = await side.boundingBox()
          expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeCloseTo(width - start, 0)
        } else await expect(side, path).toHaveCount(0)
        const middle = await page.getByRole('main').boundingBox()
        const right = width - start - (width >= SIDE_FROM_PX ? 320 : 0)
        const left = start + RAIL_PX + LIST_PX
        expect((middle?.x ?? 0) + (middle?.width ?? 0) / 2, path).toBeCloseTo((left + right) / 2, 0)
        const hasChat = path === '/messages' || path.startsWith('/chat')
        if (hasChat) expect(middle?.width, path).toBeGreaterThan(COLUMN_MAX_PX)
        else expect(middle?.width, path).toBeLessThanOrEqual(COLUMN_MAX_PX)
      }).toPass()
    }
    await expectAccessible(page, 'frame')
  })
}

for (const viewport of [
  { width: 360, height: 640 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
]) {
  test(`"Get started" and all logins fit ${viewport.width} x ${viewport.height}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Get started', exact: true })).toBeInViewport({ ratio: 1 })
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeInViewport({ ratio: 1 })
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
  const story = await page.getByText("hasn't written anything yet").boundingBox()
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
