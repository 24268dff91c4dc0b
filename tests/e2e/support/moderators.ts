import { type Browser, expect, type Page } from '@playwright/test'
import type { Role } from '@zing/proto/accounts/roles'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { getUser } from '@zing/proto/http/auth'
import { setRole, verifyPin } from '@zing/proto/http/staff/admin'
import { changeSettings, getSettings } from '@zing/proto/http/staff/settings'
import { callAs } from './api.ts'
import { type RegisteredUser, registeredUser } from './users.ts'

export const PIN = process.env.E2E_ADMIN_PIN ?? ''

/** Registers a user and gives them a role. */
export async function userWithRole(browser: Browser, name: string, role: Role, options = {}): Promise<RegisteredUser> {
  const user = await registeredUser(browser, name, options)
  expect((await callAs(user.page, verifyPin, { body: { pin: PIN } })).body.success).toBe(true)
  const granted = await callAs(user.page, setRole, { params: { userId: user.id }, body: { role } })
  expect(granted.body.role).toBe(role)
  await expect.poll(async () => (await callAs(user.page, getUser)).body.role).toBe(role)
  return user
}

/** Changes settings of the community as this admin. Another journey may change some at the same time. */
export async function changeCommunity(
  page: Page,
  changes: BodyInputOf<typeof changeSettings>['changes'],
): Promise<void> {
  await expect(async () => {
    const { version } = (await callAs(page, getSettings)).body
    expect((await callAs(page, changeSettings, { body: { version, changes } })).status).toBe(200)
  }).toPass()
}

/** Opens a user's case from the queue with the keyboard alone, and returns its address. */
export async function openCase(page: Page, about: string, kind: 'report' | 'appeal'): Promise<string> {
  const row = page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .filter({ hasText: about })
    .filter(kind === 'appeal' ? { hasText: 'Appeal' } : { hasNotText: 'Appeal' })
  await expect(async () => {
    await page.goto('/moderation')
    await expect(row).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(row.getByRole('link')).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: about })).toBeVisible()
  return page.url()
}
