import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { listBlocks } from '@zing/proto/http/chat'
import { passUser } from '@zing/proto/http/discovery'
import { likeUser } from '@zing/proto/http/social'
import { FEED_PAGE_ON_SCREEN } from '@zing/proto/limits'
import { callAs } from '../../support/api.ts'
import { rotatedPhoto } from '../../support/pictures.ts'
import { PHONE } from '../../support/screenshot.ts'
import { stubFeed } from '../../support/stubs/feed.ts'
import { test } from '../../support/test.ts'
import {
  cardOf,
  feedIdsOf,
  match,
  openChat,
  type RegisteredUser,
  registeredUser,
  unseenUser,
} from '../../support/users.ts'

// Meeting people: the full-screen card, its gestures, a person's page, and the preferences.

test('a swipe to the left passes a card, undo brings it back, and a swipe to the right likes it', async ({
  browser,
}) => {
  await registerOthers(browser, 1)
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const { page } = ada
  await page.goto('/feed')
  const card = await cardOf(page, ben.name)

  const passed = page.waitForResponse((one) => one.url().endsWith(passUser.path) && one.ok())
  await swipe(page, card, -200)
  await expect(card).not.toBeAttached()
  await passed
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(card).not.toBeAttached()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeInViewport({ ratio: 1 })

  const liked = page.waitForResponse((one) => one.url().endsWith(likeUser.path) && one.ok())
  await swipe(page, card, 200)
  await liked
  await expect(card).not.toBeAttached()
  await page.getByRole('tab', { name: 'Liked' }).click()
  await expect(page.getByRole('region', { name: 'People you like' }).getByRole('article')).toContainText(ben.name)
})

test('a card dragged sideways brings the next one to the front, and goes back when let go', async ({ browser }) => {
  const { page } = await registeredUser(browser, 'Ada')
  await registerOthers(browser, 2)
  await openFeed(page, 2)
  const [card, next] = [page.locator('[data-card]').nth(0), page.locator('[data-card]').nth(1)]
  const widthOf = async (one: Locator) => Math.round((await one.boundingBox())?.width ?? Number.NaN)
  const [whole, behind] = [await widthOf(card), await widthOf(next)]
  expect(behind).toBeLessThan(whole)

  await grab(page, card)
  await page.mouse.move(60, 300, { steps: 5 })
  await expect.poll(() => widthOf(next)).toBeGreaterThan(behind)
  await page.mouse.move(180, 300, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => widthOf(next)).toBe(behind)
  await expect.poll(() => widthOf(card)).toBe(whole)
})

test('undo shows the passed card first, although a page of people has registered since', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const { page } = ada
  expect((await callAs(page, passUser, { body: { userId: ben.id } })).status).toBe(204)
  await registerOthers(browser, FEED_PAGE_ON_SCREEN + 1)
  await page.goto('/feed')
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article').first()).toContainText(ben.name)
  await expect(page.getByRole('article').first()).toBeInViewport()
})

test('a touch swipe up on a card opens its page, and Back leads to the same card', async ({ browser }) => {
  const { page } = await registeredUser(browser, 'Ada', { viewport: PHONE, hasTouch: true })
  await registerOthers(browser, 1)
  const card = await openFeed(page, 1)
  const name = await card.getAttribute('aria-label')
  await expect(async () => {
    await touchSwipe(page, { x: 195, y: 400 }, -200) // scrolls before the card knows that it is fully visible
    await expect(page).toHaveURL(/\/people\/\d+$/, { timeout: 3_000 })
  }).toPass()
  await page.goBack()
  await expect(page.getByRole('article', { name: name ?? '', exact: true })).toBeInViewport({ ratio: 1 })
})

test('a card moves into its page, and a photo into the chat, unless the user wants less motion (10.client.motion.1)', async ({
  browser,
}) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const theo = await unseenUser(browser, 'Theo')
  await match(ada, theo)
  const { page } = ada
  await page.addInitScript(recordMoves)
  await page.goto('/feed')
  const card = async () => (await cardOf(page, ben.name)).getByRole('link', { name: /^More about/ })
  await expectMove(page, card, `/people/${ben.id}`, `::view-transition-group(card-${ben.id})`)
  await page.goto('/messages')
  const row = async () => page.getByRole('main').getByRole('link', { name: theo.name })
  await expectMove(page, row, `/chat/${theo.id}`, `::view-transition-group(avatar-${theo.id})`)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/messages')
  await expectMove(page, row, `/chat/${theo.id}`, 'still')
  expect(new Set(await page.evaluate<string[]>('moves'))).toEqual(new Set(['still']))
})

test('a pass made offline waits, and is sent when the connection is back', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const { page, context } = ada
  await page.goto('/feed')
  const card = await cardOf(page, ben.name)
  await context.setOffline(true)
  await card.getByRole('button', { name: `Pass ${ben.name}` }).click()
  await expect(page.getByText('Your pass is waiting')).toBeVisible()
  await expect(card).not.toBeAttached()
  const passed = page.waitForResponse((one) => one.url().endsWith(passUser.path) && one.ok())
  await context.setOffline(false)
  await passed
})

for (const viewport of [PHONE, { width: 360, height: 640 }, { width: 1280, height: 800 }]) {
  test(`one card with its buttons fills the screen, and the next one shows: ${viewport.width} px (10.client.card.1)`, async ({
    browser,
  }) => {
    const ada = await registeredUser(browser, 'Ada', { viewport })
    for (const name of ['Ben', 'Cleo']) await unseenUser(browser, name)
    await match(ada, await unseenUser(browser, 'Theo'))
    const card = await openFeed(ada.page, 2)
    for (const part of [
      card.getByRole('heading'),
      card.getByRole('button', { name: /^Pass / }),
      card.getByRole('button', { name: /^Like / }),
      card.getByRole('button', { name: 'Undo' }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    await expect(card).toBeInViewport({ ratio: 1 })
    const [top, next] = await Promise.all([0, 1].map((nth) => ada.page.locator('[data-card]').nth(nth).boundingBox()))
    const bottom = (box: typeof top) => (box ? box.y + box.height : Number.NaN)
    expect(bottom(next ?? null)).toBeGreaterThan(bottom(top ?? null)) // it looks out below
    expect(next?.width).toBeLessThan(top?.width ?? 0)
  })
}

test('the client fetches the next page of the feed before its cards are used up', async ({ browser }) => {
  const { page } = await registeredUser(browser, 'Ada')
  await stubFeed(page)
  await page.route('**/api/passes', (route) => route.fulfill({ status: 204 }))
  const pages: string[] = []
  page.on('request', (request) => pages.push(...(/[?&]cursor=(\d+)/.exec(request.url())?.slice(1) ?? [])))
  await page.goto('/feed')
  for (let person = 1; person <= 12; person++) {
    await expect(page.getByRole('article', { name: `Person ${person}, 28` })).toBeVisible()
    expect(pages).toEqual([])
    await page.keyboard.press('ArrowLeft')
  }
  await expect.poll(() => pages).toEqual(['20'])
})

test('preferences hold in both directions (10.client.preferences.1)', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await ada.page.goto('/feed')
  await ben.page.goto('/feed')
  await cardOf(ada.page, ben.name)
  await cardOf(ben.page, ada.name)

  await test.step('a user outside the preferences neither appears nor sees the other user', async () => {
    await ada.page.getByRole('link', { name: 'Who you see' }).click()
    await ada.page.getByLabel('Men', { exact: true }).check()
    await ada.page.getByLabel('From age').fill('40')
    await ada.page.getByRole('button', { name: 'Save' }).click()
    await expect(ada.page).toHaveURL('/feed')
    await expectNotShown(ada, ben)
    await expectNotShown(ben, ada)
  })

  await test.step('when the preferences are removed, both see each other again', async () => {
    await ada.page.goto('/discovery')
    await ada.page.getByLabel('Men', { exact: true }).uncheck()
    await ada.page.getByLabel('From age').fill('')
    await ada.page.getByRole('button', { name: 'Save' }).click()
    await cardOf(ada.page, ben.name)
    await cardOf(ben.page, ada.name)
  })

  await test.step('when the other user sets preferences, they count too', async () => {
    await ben.page.goto('/discovery')
    await ben.page.getByLabel('To age').fill('29')
    await ben.page.getByRole('button', { name: 'Save' }).click()
    await expectNotShown(ada, ben)
    await expectNotShown(ben, ada)
  })
})

test('a user adds a photo from a file, and others see it in the gallery with the story (10.client.person.1)', async ({
  browser,
}) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await ben.page.goto('/edit-profile')
  for (const place of [1, 2]) {
    await ben.page.getByRole('button', { name: 'Add a photo' }).click()
    const file = { name: 'p.jpg', mimeType: 'image/jpeg', buffer: await rotatedPhoto(ben.page, 1200, 600 + place) }
    await ben.page.getByLabel('Photo file').setInputFiles(file)
    await ben.page.getByLabel('Zoom', { exact: true }).fill(String(place + 1))
    await ben.page.getByRole('button', { name: 'Add photo', exact: true }).click()
    await expect(ben.page.getByRole('img', { name: `Your photo ${place}` })).toBeVisible()
  }
  await ben.page.getByRole('button', { name: 'Move photo 1' }).focus()
  await ben.page.keyboard.press('ArrowRight')
  await expect(ben.page.getByText('Photo moved to position 2 of 2')).toBeAttached()
  await expect(ben.page.getByRole('button', { name: 'Move photo 2' })).toBeFocused()
  await ben.page.getByLabel('About you').fill('Baker by night')
  await ben.page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(ben.page).toHaveURL('/preferences')

  const { page } = ada
  await page.goto('/feed')
  const card = await cardOf(page, ben.name)
  const refresh = page.getByRole('button', { name: 'Refresh feed' })
  await expect(async () => {
    await refresh.click()
    await expect(refresh).toBeEnabled() // its people may take the place of the card
    await expect(await cardOf(page, ben.name)).toContainText('Baker by night', { timeout: 5_000 })
    await card.getByRole('link', { name: `More about ${ben.name}` }).click({ timeout: 5_000 })
  }).toPass()
  await expect(page).toHaveURL(`/people/${ben.id}`)
  await expect(page.getByRole('img', { name: /photo 1 of 2/ })).toBeInViewport()
  await page.getByRole('button', { name: 'Next photo' }).click()
  await expect(page.getByRole('img', { name: /photo 2 of 2/ })).toBeInViewport()
})

test("Back closes the layers of a person's page and of the photos, and then the screens", async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  const { page } = ada
  await page.goto('/feed')
  await (await cardOf(page, ben.name)).getByRole('link', { name: /^More about/ }).click()
  await expect(page).toHaveURL(`/people/${ben.id}`)
  await closesOnBack(page, page.getByRole('menu'), () => page.getByRole('button', { name: 'More options' }).click())
  await closesOnBack(page, page.getByRole('alertdialog'), async () => {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
  })
  await page.goBack()
  await expect(page).toHaveURL('/feed')
  await page.goto('/edit-profile')
  await closesOnBack(page, page.getByRole('dialog'), () => page.getByRole('button', { name: 'Add a photo' }).click())
})

test('an unmatch without a block ends the match for both, and Back does not lead to its chat', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  await match(ada, ben)
  await ben.page.goto(`/chat/${ada.id}`)
  await expect(ben.page.getByPlaceholder('Type a message')).toBeVisible()
  const { page } = ada
  await page.goto('/messages')
  await openChat(page, ben.name)
  await page.getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Unmatch', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unmatch' }).click()
  await expect(page.getByText('Match ended').first()).toBeVisible()
  await expect(page).toHaveURL('/messages')
  await expect(page.getByText('No matches yet')).toBeVisible()
  await expect(ben.page.getByText(/^You're not a match, or not anymore/)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/messages')
  expect((await callAs(page, listBlocks)).body).toEqual([])
})

test('a user writes the first message in the match overlay', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await unseenUser(browser, 'Ben')]
  await ada.page.goto('/feed')
  await cardOf(ada.page, ben.name)
  await callAs(ben.context, likeUser, { body: { likedId: ada.id } })
  await (await cardOf(ada.page, ben.name)).getByRole('button', { name: `Like ${ben.name}` }).click()
  const overlay = ada.page.getByRole('dialog', { name: "It's a Match!" })
  await overlay.getByRole('button', { name: `👋 Hi ${ben.name}!` }).click()
  await overlay.getByRole('button', { name: 'Send' }).click()
  await expect(ada.page).toHaveURL(`/chat/${ben.id}`)
  await expect(ada.page.getByRole('listitem').filter({ hasText: `👋 Hi ${ben.name}!` })).toContainText(/Sent|Delivered/)
})

/** Loads the feed until it has this many cards of any users: social may not know the newest users yet. */
async function openFeed(page: Page, count: number): Promise<Locator> {
  await expect(async () => {
    await page.goto('/feed')
    await expect(page.locator('[data-card]').nth(count - 1)).toBeAttached({ timeout: 5_000 })
  }).toPass()
  return page.getByRole('region', { name: 'Discover New People' }).getByRole('article')
}

async function registerOthers(browser: Browser, count: number): Promise<void> {
  for (let registered = 0; registered < count; registered++) await unseenUser(browser, 'Max')
}

/** Presses the mouse on a card. */
async function grab(page: Page, card: Locator): Promise<[x: number, y: number]> {
  await card.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {}
  const [from, at] = [x + width / 2, y + height / 3]
  await page.mouse.move(from, at)
  await page.mouse.down()
  return [from, at]
}

/** Drags a card with the mouse, which moves it like a finger. */
async function swipe(page: Page, card: Locator, dx: number): Promise<void> {
  const [from, at] = await grab(page, card)
  await page.mouse.move(from + dx / 2, at + 3, { steps: 5 })
  await page.mouse.move(from + dx, at + 5, { steps: 5 })
  await page.mouse.up()
}

/** Moves a finger up or down; Playwright's touchscreen only taps. */
async function touchSwipe(page: Page, { x, y }: { x: number; y: number }, dy: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (const part of [0.1, 0.25, 0.5, 0.75, 1])
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + dy * part }] })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

/**
 * Opens a screen until something moves into it; the first time its code may not be loaded yet. Finds the link anew each
 * time, since other tests' users may precede it in the new feed.
 */
async function expectMove(page: Page, link: () => Promise<Locator>, url: string, move: string): Promise<void> {
  await expect(async () => {
    if (page.url().endsWith(url)) await page.goBack()
    await (await link()).click()
    await expect(page).toHaveURL(url)
    await expect.poll(() => page.evaluate('moves'), { timeout: 3_000 }).toContain(move)
  }).toPass()
}

/** Runs in the page: records the cards and photos that move in its view transitions, or that none does. */
function recordMoves(): void {
  const moves: string[] = []
  Object.assign(window, { moves })
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    void transition.ready.then(() => {
      const moving = document.getAnimations().flatMap(({ effect }) => {
        const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null
        return part && /\((card|avatar)-/.test(part) ? [part] : []
      })
      moves.push(...(moving.length > 0 ? moving : ['still']))
    })
    return transition
  }
}

async function expectNotShown({ page }: RegisteredUser, other: RegisteredUser): Promise<void> {
  await expect.poll(() => feedIdsOf(page)).not.toContain(other.id)
  await page.goto('/feed')
  await expect(page.getByRole('article').or(page.getByText('No users found')).first()).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: other.name })).toHaveCount(0)
}

async function closesOnBack(page: Page, layer: Locator, open: () => Promise<void>): Promise<void> {
  const url = page.url()
  await open()
  await expect(layer).toBeVisible()
  await page.goBack()
  await expect(layer).not.toBeVisible()
  expect(page.url()).toBe(url)
}
