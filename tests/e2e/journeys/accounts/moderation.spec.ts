import { expect } from '@playwright/test'
import { sendMessage } from '@zing/proto/http/chat'
import { reportUser } from '@zing/proto/http/reports'
import { callAs } from '../../support/api.ts'
import { openCase, PIN, userWithRole } from '../../support/moderators.ts'
import { sendMedium } from '../../support/pictures.ts'
import { lookAtSizes, PHONE } from '../../support/screenshot.ts'
import { test } from '../../support/test.ts'
import { logIn, match, registeredUser, unseenUser, writeMessage } from '../../support/users.ts'

test('a report leads to a case, a suspension and an appeal, and another moderator lifts it', async ({ browser }) => {
  const [ada, ben] = [await registeredUser(browser, 'Ada'), await registeredUser(browser, 'Ben')]
  const mia = await userWithRole(browser, 'Mia', 'moderator')
  const noa = await userWithRole(browser, 'Noa', 'moderator')
  await match(ada, ben)
  await ben.page.goto(`/chat/${ada.id}`)
  await writeMessage(ben, 'hello there')
  await writeMessage(ben, 'you are nothing')

  await test.step('Ada reports a message of the chat and blocks Ben, who learns only of the block', async () => {
    const { page } = ada
    await page.goto(`/chat/${ben.id}`)
    await expect(page.getByRole('listitem').filter({ hasText: 'you are nothing' })).toBeVisible()
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: `Report ${ben.name}` })
    await dialog.getByRole('radio', { name: 'Insults or harassment' }).check()
    await dialog.getByRole('checkbox', { name: 'you are nothing' }).check()
    await dialog.getByLabel('What happened? (optional)').fill('It went on for days')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('dialog', { name: 'Thanks for telling us' })).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page).toHaveURL('/messages')
    await expect(ben.page.getByText("You've been blocked").first()).toBeVisible()
    await ben.page.getByRole('button', { name: 'Notifications' }).click()
    await expect(ben.page.getByRole('dialog', { name: 'Zing Activity' })).not.toContainText(/report/i)
    const again = await callAs(page, reportUser, { body: { userId: ben.id, category: 'other' } })
    expect(again.status).toBe(409)
  })

  await test.step('Ada still finds Ben among her past matches', async () => {
    await ada.page.goto('/account')
    const past = ada.page.getByRole('list', { name: 'Past matches' }).getByRole('listitem')
    await expect(past).toHaveCount(1)
    await expect(past).toContainText(ben.name)
    await past.getByRole('button', { name: 'Report' }).click()
    await ada.page.getByRole('radio', { name: 'Something else' }).check()
    await ada.page.getByRole('button', { name: 'Send report' }).click()
    await expect(ada.page.getByRole('dialog', { name: 'Already reported' })).toBeVisible()
  })

  await test.step('members do not find these screens', async () => {
    await ada.page.goto('/moderation')
    await expect(ada.page.getByText('404 Page Not Found')).toBeVisible()
  })

  await test.step('Mia takes the case, which Noa sees, and suspends Ben', async () => {
    const { page } = mia
    await page.goto('/moderation')
    const url = await openCase(page, ben.name, 'report')
    const evidence = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
    await expect(evidence.filter({ hasText: 'you are nothing' })).toContainText('Marked')
    await expect(evidence.filter({ hasText: 'hello there' })).not.toContainText('Marked')
    await expect(page.getByText('It went on for days')).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByText(/You have this case until/)).toBeVisible()
    await noa.page.goto(url)
    await expect(noa.page.getByText(/has this case until/)).toContainText(mia.name)
    await expect(noa.page.getByRole('button', { name: 'Take this case' })).toBeHidden()

    await page.keyboard.press('n')
    await page.keyboard.type('Clear to me')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Clear to me' })).toBeVisible()
    await page.getByRole('radio', { name: 'Suspend' }).check()
    await page.getByLabel('How long?').selectOption('14 days')
    await page.getByLabel('Message to the member (optional)').fill('Please be kind')
    await page.getByRole('button', { name: 'Suspend for 14 days' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, do it' }).click()
    await expect(page).toHaveURL('/moderation')
  })

  await test.step('Ben is logged out, reads why, and appeals once', async () => {
    const { page } = ben
    await expect(page).toHaveURL('/auth')
    await logIn(page, ben.username, ben.password)
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
    await expect(page.getByText('Insults or harassment')).toBeVisible()
    await expect(page.getByText('Please be kind')).toBeVisible()
    await page.getByLabel('Why is the decision wrong?').fill('It was a quotation')
    await page.getByRole('button', { name: 'Send appeal' }).click()
    await expect(page.getByText('We have your appeal.')).toBeVisible()
    await logIn(page, ben.username, ben.password)
    await expect(page.getByText('We have your appeal.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send appeal' })).toBeHidden()
  })

  await test.step('Mia may not decide the appeal; Noa lifts the suspension, and Ben is back', async () => {
    await openCase(mia.page, ben.name, 'appeal')
    await expect(mia.page.getByText('You made the decision that was appealed')).toBeVisible()
    await expect(mia.page.getByRole('button', { name: 'Take this case' })).toBeHidden()

    const { page } = noa
    await openCase(page, ben.name, 'appeal')
    await expect(page.getByText('It was a quotation')).toBeVisible()
    await page.getByRole('button', { name: 'Take this case' }).click()
    await page.getByRole('radio', { name: 'Lift the decision' }).check()
    await page.getByLabel('Reason').selectOption('The decision was a mistake')
    await page.getByRole('button', { name: 'Lift the decision' }).click()
    await expect(page).toHaveURL('/moderation')
    await expect(async () => {
      await logIn(ben.page, ben.username, ben.password)
      await expect(ben.page).toHaveURL('/messages', { timeout: 5_000 }) // the session ended on this screen
    }).toPass()
    await ben.page.getByRole('button', { name: 'Notifications' }).click()
    await expect(ben.page.getByText('A decision about your account was lifted')).toBeVisible()
  })
})

test('reports and the screens of moderators are accessible', async ({ browser }) => {
  const options = { viewport: PHONE, reducedMotion: 'reduce' } as const
  const [ada, ben] = [await registeredUser(browser, 'Ada', options), await registeredUser(browser, 'Ben', options)]
  const mia = await userWithRole(browser, 'Mia', 'admin', options)
  const cleo = await unseenUser(browser, 'Cleo', options)
  await match(ada, ben)
  await ben.page.goto(`/chat/${ada.id}`)
  await writeMessage(ben, 'you are nothing')
  await writeMessage(ben, 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3))
  await callAs(ada.context, sendMessage, { body: { receiverId: ben.id, content: 'Stop it' } })
  await sendMedium(ben, ada, 'photo', 'the sea')
  await sendMedium(ben, ada, 'voice')

  await test.step('the report', async () => {
    const { page } = ada
    await page.goto('/feed')
    await expect(page.getByRole('button', { name: /^Report / })).toBeVisible()
    await lookAtSizes(page, 'moderation-feed', 'phone', 'narrow')
    await page.goto(`/chat/${ben.id}`)
    await expect(page.getByRole('listitem').filter({ hasText: 'you are nothing' })).toBeVisible()
    await page.getByRole('button', { name: 'More options' }).click()
    await lookAtSizes(page, 'moderation-menu', 'phone', 'narrow')
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const dialog = page.getByRole('dialog', { name: `Report ${ben.name}` })
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await lookAtSizes(page, 'moderation-report', 'phone', 'narrow')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(dialog.getByText('Please choose a reason')).toBeVisible()
    for (const name of ['you are nothing', 'Photo: the sea', 'Voice message'])
      await dialog.getByRole('checkbox', { name }).check()
    await dialog.getByRole('radio', { name: 'Insults or harassment' }).check()
    await dialog.getByRole('button', { name: 'Send report' }).scrollIntoViewIfNeeded()
    await lookAtSizes(page, 'moderation-report-end', 'phone', 'narrow')
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('dialog', { name: 'Thanks for telling us' })).toBeVisible()
    await lookAtSizes(page, 'moderation-thanks', 'phone', 'narrow')
    await page.goto('/account')
    await page.getByRole('list', { name: 'Past matches' }).scrollIntoViewIfNeeded()
    await lookAtSizes(page, 'moderation-past-matches', 'phone', 'narrow')
  })

  await test.step('the case', async () => {
    const { page } = mia
    await openCase(page, ben.name, 'report')
    await page.goBack()
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await lookAtSizes(page, 'moderation-queue', 'phone', 'narrow')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await lookAtSizes(page, 'moderation-keys', 'phone', 'narrow')
    await page.keyboard.press('Escape')
    await openCase(page, ben.name, 'report')
    await lookAtSizes(page, 'moderation-case', 'phone', 'narrow')
    await page.getByRole('button', { name: 'Dismiss all their reports' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Dismiss all their reports?' })).toBeVisible()
    await lookAtSizes(page, 'moderation-dismiss-reports', 'phone', 'narrow')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Messages' }).scrollIntoViewIfNeeded()
    await lookAtSizes(page, 'moderation-evidence', 'phone', 'narrow')
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Show the photo' }).press('Enter')
    const enlarge = page.getByRole('button', { name: `Enlarge: Sent by ${ben.name}` })
    await lookAtSizes(page, 'moderation-media', 'phone', 'narrow')
    await enlarge.press('Enter')
    await expect(page.getByRole('dialog').getByRole('img', { name: 'the sea' })).toBeVisible()
    await lookAtSizes(page, 'moderation-photo', 'phone', 'narrow', 'desktop')
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(enlarge).toBeFocused()
    await page.getByRole('button', { name: 'Take this case' }).click()
    await expect(page.getByText(/You have this case until/)).toBeVisible()
    await lookAtSizes(page, 'moderation-claimed', 'phone', 'narrow')
    const { status } = await callAs(cleo.context, reportUser, { body: { userId: ben.id, category: 'underage' } })
    expect(status).toBe(201)
    await expect(page.getByText("There's a new report.")).toBeVisible()
    await page.getByRole('button', { name: 'Read the new report' }).click()
    await expect(page.getByRole('region', { name: 'Report 2 of 2 New' })).toBeFocused()
    await lookAtSizes(page, 'moderation-new-report', 'phone', 'narrow')
    await page.getByRole('radio', { name: 'Suspend' }).check()
    await page.getByLabel('Message to the member (optional)').fill('Please be kind')
    await page.getByRole('button', { name: 'Suspend for 7 days' }).scrollIntoViewIfNeeded()
    await lookAtSizes(page, 'moderation-decision', 'phone', 'narrow')
    await page.getByRole('button', { name: 'Suspend for 7 days' }).click()
    const asked = page.getByRole('alertdialog')
    await expect(asked).toBeVisible()
    await lookAtSizes(page, 'moderation-confirm', 'phone', 'narrow')
    await asked.getByRole('button', { name: 'Yes, do it' }).click()
    await expect(page).toHaveURL('/moderation')
    await expect(async () => {
      await page.goto('/moderation/audit') // the entry appears a moment after the decision
      await expect(page.getByText('Case decided').first()).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await lookAtSizes(page, 'moderation-audit', 'phone', 'narrow')
    await page.goto('/preferences')
    await page.getByRole('button', { name: 'Admin Panel' }).click()
    await page.getByLabel('PIN').fill(PIN)
    await page.getByLabel('PIN').press('Enter')
    await expect(page.getByRole('list', { name: 'Roles' }).getByText(mia.name)).toBeVisible()
    await lookAtSizes(page, 'moderation-roles', 'phone', 'narrow')
  })

  await test.step('the suspended user', async () => {
    const { page } = ben
    await expect(page).toHaveURL('/auth')
    await logIn(page, ben.username, ben.password)
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible()
    await lookAtSizes(page, 'moderation-suspended', 'phone', 'narrow')
  })
})
