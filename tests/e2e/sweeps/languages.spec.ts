import { type Browser, expect, type Page } from '@playwright/test'
import { caseRoute, chatRoute, clientRoutes, personRoute } from '@zing/proto/client-routes'
import { updateUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { reportUser } from '@zing/proto/http/reports'
import { likeUser } from '@zing/proto/http/social'
import { listCases } from '@zing/proto/http/staff/moderation'
import { callAs } from '../support/api.ts'
import { expectAccessible } from '../support/axe.ts'
import { cutTexts, outside } from '../support/fit.ts'
import { userWithRole } from '../support/moderators.ts'
import { stubFeed } from '../support/stubs/feed.ts'
import { stubVerification, stubVerificationQueue } from '../support/stubs/verification.ts'
import { test } from '../support/test.ts'
import { englishOutside, speakPseudo, textsOf } from '../support/texts.ts'
import { match, unseenUser } from '../support/users.ts'

/** Three widths, and both themes. */
const LOOKS = [
  { width: 320, height: 640, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
] as const

/** Names, also of languages, and dates. */
const NOT_OURS =
  /\bZing\b|English|Deutsch|Español|Français|Giulia|(?:\p{Lu}\p{Ll}+-)+[a-p]{10}|Person \d+|\d+ \p{L}+ \d{4}(?: at [\d:]+)?/gu

// the audit log shows the records themselves, which are not translated
type Look = (screen: string) => Promise<void>

test('long words fit every screen, and none is outside of the catalogues (10.language.screens)', async ({
  browser,
}) => {
  const { page, ...ids } = await keeperWithAll(browser)
  await speakPseudo(page.context())
  await lookAround(page, ids, async (screen) => {
    await expectToFit(page, screen, /^\[(?!.+, \d+\]$)/) // a name with its age may be cut
    const isPlain = (text: string) => !/^\[.*\](?: \(.\))?$/s.test(text) && /[aeiou]/i.test(text.replace(NOT_OURS, ''))
    if (screen !== clientRoutes.audit) expect((await textsOf(page)).filter(isPlain), screen).toEqual([])
  })
})

test('every screen is in Arabic from right to left, fits and is accessible (10.language.screens)', async ({
  browser,
}) => {
  const { page, ...ids } = await keeperWithAll(browser)
  const english = await englishOutside('ar')
  await page.goto(clientRoutes.account)
  await page.evaluate('window.isKept = true')
  await page.getByRole('main').locator('select:has([lang=ar])').selectOption('ar')
  await expect(page.locator('html[lang=ar][dir=rtl]')).toBeAttached()
  expect(await page.evaluate('window.isKept'), 'without a reload').toBe(true)

  await lookAround(page, ids, async (screen) => {
    await expect(page.locator('html[lang=ar][dir=rtl]')).toBeAttached()
    await expectToFit(page, screen, /\p{Script=Arabic}/u)
    const isEnglish = (text: string) => english.has(text)
    if (screen !== clientRoutes.audit) expect((await textsOf(page)).filter(isEnglish), screen).toEqual([])
    await expectAccessible(page, screen)
  })
})

interface Ids {
  partner: number
  stranger: number
  caseId: number
}

/** An admin with a chat, likes and a case. */
async function keeperWithAll(browser: Browser): Promise<Ids & { page: Page }> {
  const keeper = await userWithRole(browser, 'Ada', 'admin', { reducedMotion: 'reduce' })
  const [partner, stranger, fan] = [
    await unseenUser(browser, 'Ben'),
    await unseenUser(browser, 'Cleo'),
    await unseenUser(browser, 'Dora'),
  ]
  await callAs(keeper.page, updateUser, { body: { placeId: '2886242' } })
  for (const { context } of [partner, stranger]) await callAs(context, updateUser, { body: { placeId: '2946447' } })
  await match(keeper, partner)
  await callAs(partner.context, sendMessage, { body: { receiverId: keeper.id, content: 'Hello Ada' } })
  await callAs(keeper.page, likeUser, { body: { likedId: stranger.id } })
  await callAs(fan.context, likeUser, { body: { likedId: keeper.id } })
  await callAs(fan.context, reportUser, { body: { userId: stranger.id, category: 'scam', block: false } })
  await stubFeed(keeper.page) // other journeys register people with any names
  const { body: cases } = await callAs(keeper.page, listCases)
  const caseId = cases.at(-1)?.id ?? 0
  return { page: keeper.page, partner: partner.id, stranger: stranger.id, caseId }
}

/** Opens every screen, by paths and roles: the words are in another language. */
async function lookAround(page: Page, { partner, stranger, caseId }: Ids, look: Look): Promise<void> {
  const main = page.getByRole('main')
  const open = async (path: string) => {
    await page.goto(path)
    await expect(main.first()).toBeVisible()
  }
  for (const path of [
    clientRoutes.feed,
    clientRoutes.messages,
    chatRoute(partner),
    personRoute(stranger),
    clientRoutes.profile,
    clientRoutes.editProfile,
    clientRoutes.discovery,
    clientRoutes.account,
    clientRoutes.notificationSettings,
    clientRoutes.invitations,
    clientRoutes.moderation,
    caseRoute(caseId),
    clientRoutes.applications,
    clientRoutes.audit,
    clientRoutes.admin,
    clientRoutes.adminSettings,
    clientRoutes.adminDoor,
    clientRoutes.adminInvitations,
    clientRoutes.adminRoles,
    clientRoutes.adminHistory,
  ]) {
    await open(path)
    await look(path)
  }

  await open(clientRoutes.editProfile)
  for (const [button, name] of [
    [0, 'place'],
    [1, 'trip'],
  ] as const) {
    await page.locator('section[aria-labelledby=place] button').nth(button).click()
    const dialog = page.getByRole('dialog')
    if (name === 'place') await dialog.locator('fieldset button').click()
    await dialog.getByRole('combobox').pressSequentially('Lis')
    await expect(dialog.getByRole('listbox')).toBeVisible()
    await look(name)
    await page.goBack()
    await expect(dialog).toBeHidden()
  }

  await open(clientRoutes.feed)
  await main.getByRole('tab').nth(1).click()
  await look('people whom the user likes')
  await page.locator('[aria-haspopup=dialog]').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('notifications')
  await open(chatRoute(partner))
  await page.locator('[aria-haspopup=menu]').first().click()
  await page
    .getByRole('menuitem')
    .filter({ has: page.locator('.lucide-flag') })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('report')
  await lookAtVerifications(page, look)

  await page.context().clearCookies()
  await open(clientRoutes.landing)
  await look('landing')
  await open(clientRoutes.auth)
  await look('login')
  await page.getByRole('tab').nth(1).click()
  await look('sign-up')
}

/** Opens the screens of members who verify, and of the moderators who decide. */
async function lookAtVerifications(page: Page, look: Look): Promise<void> {
  const main = page.getByRole('main')
  const show = await stubVerification(page)
  await show()
  await page.goto(clientRoutes.verification)
  await expect(main.locator('ul')).toBeVisible()
  await look('consent')
  await main.getByRole('button').click()
  await expect(main.locator('video')).toBeAttached()
  await expect(main.locator('video')).toHaveCount(0) // the countdown takes the picture
  await look('pose')
  for (const state of ['waiting', 'refused', 'outdated', 'verified'] as const) {
    await show({ state, ...(state === 'refused' && { reason: 'pose' }) })
    await page.goto(clientRoutes.verification)
    await expect(main.getByRole('status')).toBeVisible()
    await look(`verification ${state}`)
  }
  await main.locator('[aria-haspopup=dialog]').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look('withdrawal')

  await stubVerificationQueue(page)
  await page.goto(clientRoutes.verifications)
  await expect(main.getByRole('article')).toBeVisible()
  await look(clientRoutes.verifications)
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('refusal')
  await page.unrouteAll({ behavior: 'wait' })
}

/** Expects nothing cut, outside or beyond its box in any look. */
async function expectToFit(page: Page, screen: string, ours: RegExp): Promise<void> {
  for (const { width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await expect(async () => {
      expect(await outside(page), `${screen} at ${width} px`).toEqual({ found: [], scroll: 0 })
      expect(await cutTexts(page, ours), `${screen} at ${width} px`).toEqual([])
    }).toPass({ timeout: 60_000 })
  }
}
