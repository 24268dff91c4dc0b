import { screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { decideApplication, decideInvited, getInvited, listApplications } from '@zing/proto/http/staff/applications'
import { listCases } from '@zing/proto/http/staff/moderation'
import { expect, test } from 'vitest'
import { application, invitedUser } from '../../test/applications.ts'
import { ben, mia, uma } from '../../test/moderation-cases.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const tom = application(11, 'Tom', {
  photo: '/api/moderation/applications/11/photo',
  signs: ['BANNED_NAME', 'BUSY_HOUR'],
  invitation: { invitationId: 1, label: 'Flyer', by: ben },
  dueAt: '2026-01-03T10:00:00.000Z',
})
const zoe = application(12, 'Zoe')

function staffApi() {
  const api = setupApi()
  api.respond(getUser, { ...ada, role: 'moderator' })
  api.respond(listCases, [])
  api.respond(listApplications, [tom, zoe])
  return api
}

async function openTom() {
  const api = staffApi()
  const view = renderAt('/moderation')
  await view.user.click(await screen.findByRole('link', { name: 'Applications 2 waiting' }))
  await view.user.click(await screen.findByRole('link', { name: /Tom.*Overdue.*Banned name.*Busy hour/ }))
  await screen.findByRole('article', { name: 'Tom, 28' })
  return { api, ...view }
}

test('an application has all that a moderator needs, and the next comes by itself (10.client.community.applications)', async () => {
  const { api, user } = await openTom()
  const tomPage = within(screen.getByRole('article'))
  expect(tomPage.getByRole('img')).toHaveAttribute('src', tom.photo)
  expect(tomPage.getByRole('region', { name: 'Answer' })).toHaveTextContent('Why bees?Tom likes honey')
  expect(tomPage.getByRole('region', { name: 'Signs' })).toHaveTextContent(
    'The username belonged to a banned member.Signed up in an unusually busy hour.',
  )
  expect(tomPage.getByRole('link', { name: 'Ben' })).toHaveAttribute('href', '/moderation/invited/2')
  api.respond(decideApplication, { status: 'active' })
  api.respond(listApplications, [zoe])
  await user.click(tomPage.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByRole('article', { name: 'Zoe, 28' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Zoe, 28' })).toHaveFocus())
  expect(api.calls(decideApplication)).toEqual([{ decision: 'approve' }])
  await user.keyboard('a')
  expect(await screen.findByRole('tab', { name: 'Waiting' })).toBeInTheDocument()
})

test('a refusal needs a reason, and a question can be asked back once (10.client.community.applications)', async () => {
  const { api, user } = await openTom()
  await user.keyboard('r')
  const refusal = within(await screen.findByRole('dialog', { name: 'Refuse Tom?' }))
  await user.click(refusal.getByRole('button', { name: 'Refuse' }))
  expect(await refusal.findByText('Please write something')).toBeInTheDocument()
  await user.click(refusal.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('q')
  const question = within(await screen.findByRole('dialog', { name: 'Ask Tom something' }))
  await user.type(question.getByLabelText('Your question'), 'Which bees?')
  api.respond(decideApplication, { status: 'pending' })
  api.respond(listApplications, [
    { ...tom, application: { ...tom.application, asked: { question: 'Which bees?', answer: null } } },
    zoe,
  ])
  await user.click(question.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('article', { name: 'Zoe, 28' })
  expect(api.calls(decideApplication)).toEqual([{ decision: 'ask', question: 'Which bees?' }])
  await user.keyboard('k')
  const again = within(await screen.findByRole('article', { name: 'Tom, 28' }))
  expect(again.getByRole('region', { name: 'Answer' })).toHaveTextContent('Which bees?No answer yet')
  expect(again.queryByRole('button', { name: 'Ask back' })).toBeNull()
})

test('when another moderator has decided, it says so and goes on (10.client.community.applications)', async () => {
  const { api, user } = await openTom()
  api.reject(decideApplication, 409, { message: 'Someone has decided this application', code: 'APPLICATION_DECIDED' })
  api.respond(listApplications, [zoe])
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect((await screen.findAllByText('Someone was faster'))[0]).toBeInTheDocument()
  expect(await screen.findByRole('article', { name: 'Zoe, 28' })).toBeInTheDocument()
})

test('a branch of invited people is suspended in one act, without staff (10.client.community.applications)', async () => {
  const api = staffApi()
  api.respond(getInvited, {
    user: ben,
    inviter: uma,
    invited: [
      invitedUser(11, 'Tom'),
      invitedUser(12, 'Zoe', { depth: 2, byId: 11, status: 'pending' }),
      invitedUser(9, 'Mia', { isStaff: true }),
    ],
    isCut: false,
  })
  const { user } = renderAt('/moderation/invited/2')
  const list = within(await screen.findByRole('list', { name: 'Invited people' }))
  expect(list.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Tom @tom, invited directly/),
    expect.stringMatching(/^└Zoe @zoe, level 2, by member 11Waiting/),
    expect.stringMatching(/^Mia @mia, invited directlyStaff/),
  ])
  expect(screen.getByRole('link', { name: 'Uma' })).toHaveAttribute('href', '/moderation/invited/3')
  await user.click(screen.getByRole('button', { name: 'Suspend all' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Suspend: 2 accounts?' }))
  expect(dialog.getByText('Ben, Mia')).toBeInTheDocument()
  api.respond(decideInvited, { changed: 2, leftOut: [mia] })
  await user.click(dialog.getByRole('button', { name: 'Suspend all' }))
  expect((await screen.findAllByText('2 accounts suspended'))[0]).toBeInTheDocument()
  expect(api.calls(decideInvited)).toEqual([{ decision: 'suspend' }])
})
