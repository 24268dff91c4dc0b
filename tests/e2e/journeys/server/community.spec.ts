import { expect } from '@playwright/test'
import { createInvitation } from '@zing/proto/http/door'
import { callAs } from '../../support/api.ts'
import { startProduct } from '../../support/start-product.ts'
import { test } from '../../support/test.ts'

const FIVE_MINUTES_MS = 5 * 60 * 1_000

test('from the first start to a named, coloured community by invitation, without a shell (10.community.first-run)', async ({
  browser,
}) => {
  test.setTimeout(FIVE_MINUTES_MS)
  const product = await startProduct()
  try {
    const begun = Date.now()
    const keeper = await browser.newContext({ baseURL: product.url })
    const page = await keeper.newPage()
    await page.goto(product.setupLink)
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByRole('radio', { name: 'Blue' }).check({ force: true })
    await page.getByRole('radio', { name: 'Only with an invitation' }).check()
    await page.getByLabel('Full Name').fill('Ada Lovelace')
    await page.getByLabel('Age').fill('36')
    await page.getByLabel('Gender').selectOption('female')
    await page.getByLabel('Sexual Orientation').selectOption('bisexual')
    await page.getByLabel('Username').fill('keeper')
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Open Harbour' }).click()
    await expect(page.getByRole('heading', { name: 'All set' })).toBeVisible()

    const stranger = await (await browser.newContext({ baseURL: product.url })).newPage()
    await stranger.goto('/')
    await expect(stranger).toHaveTitle(/Harbour/)
    await expect(stranger.getByText(/by invitation/)).toBeVisible()
    expect((await stranger.request.get('/manifest.webmanifest').then((response) => response.json())).name).toBe(
      'Harbour',
    )
    const { body: invitation } = await callAs(keeper, createInvitation, { body: { uses: 1, label: 'First guests' } })
    await stranger.goto(invitation.link)
    await expect(stranger.getByLabel('Full Name')).toBeVisible()
    expect(Date.now() - begun).toBeLessThan(FIVE_MINUTES_MS)

    const replay = await (await browser.newContext({ baseURL: product.url })).newPage()
    await replay.goto(product.setupLink)
    await expect(replay.getByRole('heading', { name: 'Set up your community' })).toBeVisible()
  } finally {
    await product.stop()
  }
})
