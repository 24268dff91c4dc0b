import { type Browser, expect } from '@playwright/test'
import { confirmPassword, deleteAccount } from '@zing/proto/http/account'
import { listConversations, listMessages, sendMessage } from '@zing/proto/http/chat'
import { HOLD_RECEIVERS } from '@zing/proto/limits'
import { callAs } from '../../support/api.ts'
import { openCase, PIN } from '../../support/moderators.ts'
import { operatorCommand } from '../../support/operator-command.ts'
import { lookInBoth, PHONE } from '../../support/screenshot.ts'
import { type SecondProduct, startProduct } from '../../support/start-product.ts'
import { test } from '../../support/test.ts'
import { match, openChat, type RegisteredUser, registeredUser, unseenUser, writeMessage } from '../../support/users.ts'

const greeting = (name: string) => `Hello ${name.split(/[ -]/)[0]}, more of me at sam.example.org`

// The other journeys' product has no limits, and holds no messages.
test('an operator grants a role, and moderators release and refuse held messages with links', async ({ browser }) => {
  test.setTimeout(300_000)
  const product = await startProduct()
  try {
    await operate(browser, product)
  } finally {
    await product.stop()
  }
})

async function operate(browser: Browser, { url: baseURL, dataDir }: SecondProduct): Promise<void> {
  const options = { baseURL, viewport: PHONE }
  const sam = await registeredUser(browser, 'Sam', options)
  const [olga, mia] = [await registeredUser(browser, 'Olga', options), await registeredUser(browser, 'Mia', options)]
  const uma = await registeredUser(browser, 'Uma', options)
  const vera = await registeredUser(browser, 'Vera', options)

  /** The held message in the moderators' list. */
  const heldFrom = mia.page
    .getByRole('listitem')
    .filter({ has: mia.page.getByRole('heading', { name: `From ${sam.name}` }) })

  await test.step('Olga, who has the PIN, makes Mia a moderator', async () => {
    const { page } = olga
    await page.goto('/preferences')
    await page.getByRole('button', { name: 'Admin Panel' }).click()
    await page.getByLabel('PIN').fill(PIN)
    await page.getByLabel('PIN').press('Enter')
    await page.getByLabel('Username').fill(mia.username)
    await page.getByRole('button', { name: 'Grant role' }).click()
    await expect(page.getByRole('list', { name: 'Roles' }).getByText(mia.name)).toBeVisible()
    await lookInBoth(page, 'grant-role')
    const { output } = await operatorCommand(dataDir, 'role')
    expect(output).toContain(`moderator  ${mia.username}`)
    await mia.page.goto('/preferences')
    await mia.page.getByRole('link', { name: 'Moderation' }).click()
    await expect(mia.page.getByText('No open cases')).toBeVisible()
  })

  await test.step('four first messages with a link arrive', async () => {
    for (let n = 1; n < HOLD_RECEIVERS; n++) {
      const receiver = await unseenUser(browser, 'Rita', options)
      await match(sam, receiver)
      const content = `${greeting(receiver.name)}/${n}`
      expect((await callAs(sam.page, sendMessage, { body: { receiverId: receiver.id, content } })).status).toBe(201)
      expect((await callAs(receiver.context, listMessages, { params: { id: sam.id } })).body).toMatchObject([
        { content },
      ])
    }
  })

  await test.step('Sam sees the fifth one as sent, and Uma does not see it', async () => {
    await match(sam, uma)
    await uma.page.goto('/messages')
    await sam.page.goto(`/chat/${uma.id}`)
    await writeMessage(sam, greeting(uma.name))
    await expect(
      sam.page
        .getByRole('listitem')
        .filter({ hasText: greeting('Uma') })
        .getByText('Sent'),
    ).toBeAttached()
    await expectNothingFrom(sam, uma)
  })

  await test.step('Mia finds it among the held messages and releases it; Uma gets it at once', async () => {
    await openChat(uma.page, sam.name)
    await mia.page.goto('/moderation')
    await mia.page.getByRole('tab', { name: 'Held' }).click()
    await expect(heldFrom).toContainText(greeting('Uma'))
    await expect(heldFrom).toContainText(`To ${uma.name}`)
    await lookInBoth(mia.page, 'held-messages')
    await heldFrom.getByRole('button', { name: 'Release the message' }).click()
    await expect(mia.page.getByText('Messages released')).toBeVisible()
    await expect(mia.page.getByText('No held messages')).toBeVisible()
    await lookInBoth(mia.page, 'held-messages-none')
    await expect(uma.page.getByText(greeting('Uma'))).toBeVisible()
    await expect(
      sam.page
        .getByRole('listitem')
        .filter({ hasText: greeting('Uma') })
        .getByText('Read'),
    ).toBeAttached()
  })

  await test.step('the next one is held too, and Mia refuses it, which opens a case about Sam', async () => {
    await match(sam, vera)
    await sam.page.goto(`/chat/${vera.id}`)
    await writeMessage(sam, greeting(vera.name))
    await expect(async () => {
      await mia.page.goto('/moderation?status=held')
      await expect(heldFrom).toContainText(greeting('Vera'), { timeout: 5_000 })
    }).toPass()
    await heldFrom.getByLabel('Reason for rejecting').selectOption('Scam, spam or selling something')
    await heldFrom.getByRole('button', { name: 'Reject the message' }).click()
    await expect(mia.page.getByText(/Rejected, case \d+ is open/)).toBeVisible()
    await expect(mia.page.getByText('No held messages')).toBeVisible()
    await expectNothingFrom(sam, vera)
    await expect(
      sam.page
        .getByRole('listitem')
        .filter({ hasText: greeting('Vera') })
        .getByText('Sent'),
    ).toBeAttached()
  })

  await test.step('the case has the message as evidence, and Sam is warned', async () => {
    const { page } = mia
    await openCase(page, sam.name, 'report')
    await expect(page.getByRole('region', { name: 'Messages' }).getByRole('listitem')).toContainText(greeting('Vera'))
    await lookInBoth(page, 'held-messages-case')
    await page.keyboard.press('c')
    await expect(page.getByText(/You have this case until/)).toBeVisible()
    await page.getByRole('radio', { name: 'Warn' }).check()
    await page.getByLabel('Message to the member (optional)').fill('No advertising, please')
    await page.getByRole('button', { name: 'Warn' }).click()
    await expect(page).toHaveURL('/moderation')
    await sam.page.goto('/feed')
    const warning = sam.page.getByRole('alertdialog', { name: "You've been warned" })
    await expect(warning).toContainText('No advertising, please')
    await lookInBoth(sam.page, 'held-messages-warning')
    await warning.getByRole('button', { name: 'I understand' }).click()
  })

  await test.step('Vera does not see it until she writes herself', async () => {
    await expectNothingFrom(sam, vera)
    await vera.page.goto(`/chat/${sam.id}`)
    await writeMessage(vera, 'Hi Sam')
    await sam.page.goto(`/chat/${vera.id}`)
    await expect(sam.page.getByText('Hi Sam')).toBeVisible()
    await expect(sam.page.getByText(greeting('Vera'))).toBeVisible()
    await expect(vera.page.getByText('Hi Sam')).toBeVisible()
    await expect(vera.page.getByText(greeting('Vera'))).toBeHidden()
  })

  await test.step('the audit log is whole; Vera deletes her account, and is erased', async () => {
    const verified = await operatorCommand(dataDir, 'audit-verify')
    expect([verified.code, verified.output]).toEqual([0, expect.stringMatching(/audit log: \d+ entries.*, 0 faults/)])
    const { page, id, username, password } = vera
    const erased = () => operatorCommand(dataDir, 'erased', String(id), username)
    expect((await erased()).output).toContain(`User ${id} is not erased.`)
    expect((await callAs(page, confirmPassword, { body: { password } })).status).toBe(204)
    expect((await callAs(page, deleteAccount)).status).toBe(204)
    await expect(async () => expect((await erased()).output).toContain(`User ${id} is erased.`)).toPass()
  })
}

async function expectNothingFrom(sender: RegisteredUser, { page }: RegisteredUser): Promise<void> {
  expect((await callAs(page, listMessages, { params: { id: sender.id } })).body).toEqual([])
  const { body: conversations } = await callAs(page, listConversations)
  expect(conversations.map(({ lastMessage, unread }) => [lastMessage, unread])).toEqual([[null, 0]])
}
