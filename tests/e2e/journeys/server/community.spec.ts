import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { chatRoute, clientRoutes } from '@zing/proto/client-routes'
import { login } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { getCommunity } from '@zing/proto/http/community'
import { createInvitation, getRegistration } from '@zing/proto/http/door'
import { changeSettings, getSettings } from '@zing/proto/http/staff/settings'
import { callAs } from '../../support/api.ts'
import { lookInBoth, PHONE } from '../../support/screenshot.ts'
import { type SecondProduct, startProduct } from '../../support/start-product.ts'
import { test } from '../../support/test.ts'
import { fillDetails, match, newUser, takeSelfie, unseenUser } from '../../support/users.ts'

const FIVE_MINUTES_MS = 5 * 60 * 1_000
/** The waiting screen asks again after 30 s. */
const WAITED_MS = 31_000
const KEEPER = { username: 'keeper', password: 'correct horse battery' }

let product: SecondProduct
/** The origin of the setup link, whose cookies other addresses do not get. */
let baseURL: string

test.describe.configure({ mode: 'serial' }) // one community: the first journey sets it up

test.beforeAll(async () => {
  test.setTimeout(FIVE_MINUTES_MS)
  product = await startProduct()
  baseURL = new URL(product.setupLink).origin
})

test.afterAll(() => product?.stop())

test('from the first start to a named, coloured community by invitation, without a shell (10.community.first-run)', async ({
  browser,
}) => {
  test.setTimeout(FIVE_MINUTES_MS)
  const begun = Date.now()
  const keeper = await browser.newContext({ baseURL })
  const page = await keeper.newPage()
  await page.goto(product.setupLink)
  await page.getByLabel('Name', { exact: true }).fill('Harbour')
  await page.getByRole('radio', { name: 'Blue' }).check({ force: true })
  await page.getByRole('radio', { name: 'By invitation' }).check()
  await page.getByLabel('Full Name').fill('Ada Lovelace')
  await page.getByLabel('Age', { exact: true }).fill('36')
  await page.getByLabel('Gender').selectOption('female')
  await page.getByLabel('Sexual Orientation').selectOption('bisexual')
  await page.getByLabel('Username').fill(KEEPER.username)
  await page.getByLabel('Password', { exact: true }).fill(KEEPER.password)
  await page.getByRole('button', { name: 'Open Harbour' }).click()
  await expect(page.getByRole('heading', { name: 'All set' })).toBeVisible()

  const stranger = await (await browser.newContext({ baseURL })).newPage()
  await expect(async () => {
    await stranger.goto('/') // the gateway may not have the name yet
    await expect(stranger).toHaveTitle(/Harbour/, { timeout: 5_000 })
  }).toPass()
  await expect(stranger.getByText(/by invitation/)).toBeVisible()
  expect((await stranger.request.get('/manifest.webmanifest').then((response) => response.json())).name).toBe('Harbour')
  const invitation = await callAs(keeper, createInvitation, { body: { uses: 1, label: 'First guests' } })
  expect(invitation.status, JSON.stringify(invitation.body)).toBe(201)
  await stranger.goto(invitation.body.link)
  await expect(stranger.getByLabel('Full Name')).toBeVisible()
  expect(Date.now() - begun).toBeLessThan(FIVE_MINUTES_MS)

  const replay = await (await browser.newContext({ baseURL })).newPage()
  await replay.goto(product.setupLink)
  await expect(replay.getByRole('heading', { name: 'The setup is over' })).toBeVisible()
})

test('a light colour reaches every screen, and all of them stay readable in both themes (10.community.palette)', async ({
  browser,
}) => {
  const options = { baseURL, viewport: PHONE, reducedMotion: 'reduce' } as const
  const keeper = await logIn(browser)
  await change(keeper, { accent: '#ffe600', registration: { mode: 'open' } })
  await expect.poll(async () => (await callAs(keeper, getCommunity)).body.accent).toBe('#ffe600')
  await expect.poll(async () => (await callAs(keeper, getRegistration)).body.mode).toBe('open')
  const [ann, ben] = [await unseenUser(browser, 'Ann', options), await unseenUser(browser, 'Ben', options)]
  await match(ann, ben)
  await callAs(ben.context, sendMessage, {
    body: { receiverId: ann.id, content: 'Hello Ann', clientMessageId: crypto.randomUUID() },
  })

  const visitor = await (await browser.newContext(options)).newPage()
  await look(visitor, clientRoutes.landing, 'Get started')
  const { palette } = (await callAs(keeper, getCommunity)).body
  const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--color-zing')
  expect(await visitor.evaluate(accent), 'the dark theme, which was looked at last').toBe(palette.dark.zing)

  const page = await ann.context.newPage()
  await look(page, clientRoutes.feed, 'Discover New People')
  await look(page, clientRoutes.messages, 'Hello Ann')
  await look(page, chatRoute(ben.id), 'Hello Ann')
  await look(page, clientRoutes.profile, 'Log Out')

  const admin = await keeper.newPage()
  await look(admin, clientRoutes.admin, 'Dashboard')
  await look(admin, clientRoutes.adminSettings, 'Tagline')
  await look(admin, clientRoutes.adminDoor, 'Who may join')
})

test('a person who applies is asked back, let in, and led to the feed (10.client.community.waiting)', async ({
  browser,
}) => {
  const keeper = await logIn(browser)
  const question = { en: 'Which book would you take along?' }
  await change(keeper, { registration: { mode: 'approval', question } })
  await expect.poll(async () => (await callAs(keeper, getRegistration)).body.question).toBe(question.en)

  const cleo = await newUser(browser, 'Cleo', { baseURL })
  const { page } = cleo
  await page.clock.install()
  await page.goto(clientRoutes.auth)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await fillDetails(page, cleo)
  await page.getByLabel(question.en).fill('Middlemarch, it is long')
  await page.getByLabel(/I have read and accept/).check()
  await page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await takeSelfie(page)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('heading', { name: /You're on the list/ })).toBeVisible()

  const moderator = await keeper.newPage()
  await moderator.goto(clientRoutes.applications)
  await moderator.getByRole('link', { name: /Middlemarch/ }).click()
  await moderator.getByRole('button', { name: 'Ask back' }).click()
  await moderator.getByLabel('Your question').fill('And a second one?')
  await moderator.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(moderator.getByText('Asked', { exact: true })).toBeVisible() // in the list, since nobody else waits

  await page.clock.fastForward(WAITED_MS)
  await page.getByLabel('And a second one?').fill('Emma')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Emma')).toBeVisible()

  await moderator.goto(clientRoutes.applications)
  await moderator.getByRole('link', { name: /Has replied/ }).click()
  await expect(moderator.getByText('Emma')).toBeVisible()
  await moderator.getByRole('button', { name: 'Approve' }).click()
  await expect(moderator.getByText('Nobody is waiting')).toBeVisible()

  await page.clock.fastForward(WAITED_MS)
  await expect(page).toHaveURL(clientRoutes.feed)
})

test('an invitation of a code on the screen lets one person in, past the queue (10.client.community.invitations)', async ({
  browser,
}) => {
  const keeper = await (await logIn(browser)).newPage()
  await keeper.goto(clientRoutes.adminInvitations)
  await keeper.getByLabel('Who is it for?').fill('Dora')
  await keeper.getByRole('button', { name: 'Make an invitation' }).click()
  const dialog = keeper.getByRole('dialog', { name: 'Dora' })
  await expect(dialog.getByRole('img', { name: 'QR code of the invitation' })).toBeVisible()
  const link = (await dialog.getByText(/invitation=/).textContent()) ?? ''

  const dora = await newUser(browser, 'Dora', { baseURL })
  await dora.page.goto(link)
  await fillDetails(dora.page, dora)
  await dora.page.getByLabel(/I have read and accept/).check()
  await dora.page.getByRole('button', { name: 'Continue to Selfie' }).click()
  await takeSelfie(dora.page)
  await dora.page.getByRole('button', { name: 'Create Account' }).click()
  await expect(dora.page).toHaveURL(clientRoutes.feed)

  const next = await (await browser.newContext({ baseURL })).newPage()
  await next.goto(link)
  await expect(next.getByRole('heading', { name: "This invitation isn't valid anymore" })).toBeVisible()
})

async function logIn(browser: Browser): Promise<BrowserContext> {
  const keeper = await browser.newContext({ baseURL, viewport: PHONE, reducedMotion: 'reduce' })
  expect((await callAs(keeper, login, { body: KEEPER })).status).toBe(200)
  return keeper
}

async function change(keeper: BrowserContext, changes: Record<string, unknown>): Promise<void> {
  const { version } = (await callAs(keeper, getSettings)).body
  expect((await callAs(keeper, changeSettings, { body: { version, changes } })).status).toBe(200)
}

async function look(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByText(text).first()).toBeVisible()
  await lookInBoth(page, `colour${path.replaceAll('/', '-')}`)
}
