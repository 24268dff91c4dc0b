import type { Page } from '@playwright/test'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'

/** Refuses the page's next call of `endpoint` as after LOGIN_CONFIRMS_MS, so that the client asks for the password. */
export async function expireConfirmation(page: Page, { method, path }: AnyEndpoint): Promise<void> {
  let isRefused = false
  await page.route(`**${path}`, (route) => {
    if (isRefused || route.request().method() !== method) return route.fallback()
    isRefused = true
    return route.fulfill({ status: 403, json: errors.confirmNeeded().body })
  })
}
