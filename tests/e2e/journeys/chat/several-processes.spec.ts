import { expect, type Page } from '@playwright/test'
import { getUnread } from '@zing/proto/http/chat'
import { callAs } from '../../support/api.ts'
import { socketsOfChats, startScaled } from '../../support/several-processes.ts'
import { test } from '../../support/test.ts'
import { match, registeredUser, writeMessage } from '../../support/users.ts'

test('users on different gateway and chat processes chat, see receipts, and one blocks the other', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const zing = await startScaled()
  try {
    const [first, second] = zing.processes.filter(({ service }) => service === 'gateway')
    const ada = await registeredUser(browser, 'Ada', { baseURL: String(first?.url) })
    const ben = await registeredUser(browser, 'Ben', { baseURL: String(second?.url) })
    await match(ada, ben)
    await connected(ada.page, `/chat/${ben.id}`)
    let attempts = 0
    await expect(async () => {
      if (attempts++ % 2 === 1) await callAs(ben.page, getUnread) // moves the round robin on, if a load takes an even number of turns
      await connected(ben.page, `/chat/${ada.id}`)
      await expect.poll(async () => sum(await socketsOfChats(zing))).toBe(2)
      expect(await socketsOfChats(zing)).toEqual([1, 1])
    }).toPass({ timeout: 120_000 })

    await writeMessage(ada, 'Hello Ben')
    await expect(ben.page.getByText('Hello Ben')).toBeVisible()
    const hello = ada.page.getByRole('listitem').filter({ hasText: 'Hello Ben' })
    await expect(hello.getByText('Read', { exact: true })).toBeAttached()
    await ben.page.getByPlaceholder('Type a message').fill('Hi')
    await expect(ada.page.getByText(/typing/i)).toBeAttached()
    await writeMessage(ben, 'Hi Ada')
    await expect(ada.page.getByText('Hi Ada')).toBeVisible()

    await ben.page.getByRole('button', { name: /more|menu|options/i }).click()
    await ben.page.getByRole('menuitem', { name: 'Unmatch & Block' }).click()
    await ben.page.getByRole('alertdialog').getByRole('button', { name: 'Unmatch & Block' }).click()
    await expect(ben.page.getByText('User blocked').first()).toBeVisible()
    await expect(ada.page.getByText("You've been blocked").first()).toBeVisible()
  } finally {
    await zing.stop()
  }
})

async function connected(page: Page, path: string): Promise<void> {
  const greeting = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('CONNECTED')))
  await page.goto(path)
  await greeting
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
