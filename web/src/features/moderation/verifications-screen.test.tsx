import { screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { getClientConfig } from '@zing/proto/http/client-config'
import { listCases } from '@zing/proto/http/staff/moderation'
import { decideVerification, listVerifications } from '@zing/proto/http/staff/verifications'
import { DECISIONS_BEFORE_BREAK } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { countDecision } from '../../queries/moderation/breaks.ts'
import { session } from '../../queries/session/session.ts'
import { ada, clientConfig, renderAt, setupApi } from '../../test/render-at.tsx'
import { verification } from '../../test/verifications.ts'

const tom = verification(1, 'Tom', {
  attempt: 2,
  signs: {
    poses: [
      { pose: 'look-up', fits: 0.9 },
      { pose: 'two-fingers', fits: null },
    ],
    likeness: 0.55,
    oneFace: 0.1,
  },
})
const zoe = verification(2, 'Zoe')

function staffApi() {
  const api = setupApi()
  api.respond(getClientConfig, { ...clientConfig, verification: 'offered' })
  api.respond(getUser, { ...ada, role: 'moderator' })
  api.respond(listCases, [])
  api.respond(listVerifications, [tom, zoe])
  return api
}

async function open() {
  const api = staffApi()
  const view = renderAt('/moderation')
  await view.user.click(await screen.findByRole('link', { name: 'Verifications 2 waiting' }))
  await screen.findByRole('article', { name: 'Tom' })
  return { api, ...view }
}

test('one look has the main photo, both frames with their pose, and the signs in words', async () => {
  await open()
  const pictures = screen.getAllByRole('img').map((one) => [one.getAttribute('alt'), one.getAttribute('src')])
  expect(pictures).toEqual([
    ['Main photo of Tom', tom.photo],
    ['Tom, asked: Looking up', tom.frames[0]?.path],
    ['Tom, asked: Two fingers', tom.frames[1]?.path],
  ])
  expect(
    within(screen.getByRole('region', { name: 'Signs' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    'Same person as in the main photounsure',
    'One person in both picturesunlikely',
    'Looking uplikely',
    'Two fingersnot compared',
  ])
  expect(screen.getByText('Try 2 today')).toBeInTheDocument()
})

test('one key verifies, and the next one comes by itself', async () => {
  const { api, user } = await open()
  api.respond(decideVerification, undefined)
  api.respond(listVerifications, [zoe])
  await user.keyboard('v')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Zoe' })).toHaveFocus())
  expect(api.calls(decideVerification)).toEqual([{ decision: 'verify' }])
  expect(screen.getByText('No program has compared these pictures.')).toBeInTheDocument()
  api.respond(listVerifications, [])
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('Nobody is waiting')).toBeInTheDocument()
})

test('two keys refuse with a reason, and words go with it', async () => {
  const { api, user } = await open()
  api.respond(decideVerification, undefined)
  await user.keyboard('r')
  const dialog = within(await screen.findByRole('dialog', { name: 'Why refuse Tom?' }))
  expect(dialog.getByRole('button', { name: 'Another person' })).toHaveFocus()
  await user.keyboard('2')
  await screen.findByRole('article', { name: 'Zoe' })
  await user.keyboard('r')
  const next = within(await screen.findByRole('dialog', { name: 'Why refuse Zoe?' }))
  await user.type(next.getByLabelText('Words for the member (optional)'), 'At 3, by a window')
  await user.click(next.getByRole('button', { name: 'Too dark or blurred' }))
  await waitFor(() =>
    expect(api.calls(decideVerification)).toEqual([
      { decision: 'refuse', reason: 'pose' },
      { decision: 'refuse', reason: 'unclear', text: 'At 3, by a window' },
    ]),
  )
})

test('when another moderator has decided, it says so and goes on', async () => {
  const { api, user } = await open()
  const error = { message: 'Someone has decided this verification', code: 'VERIFICATION_DECIDED' }
  api.reject(decideVerification, 409, error)
  await user.keyboard('v')
  expect((await screen.findAllByText('Someone was faster'))[0]).toBeInTheDocument()
  expect(await screen.findByRole('article', { name: 'Zoe' })).toBeInTheDocument()
})

test('after many decisions a sentence suggests a break, and the moderator may go on', async () => {
  const { api, user } = await open()
  for (let made = 1; made < DECISIONS_BEFORE_BREAK; made += 1) countDecision(session.get())
  expect(screen.queryByText(/decisions without a break/)).not.toBeInTheDocument()
  api.respond(decideVerification, undefined)
  await user.keyboard('v')
  expect(await screen.findByText(/^30 decisions without a break/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByText(/decisions without a break/)).not.toBeInTheDocument()
})

test('where the community does not verify, moderators have no such queue', async () => {
  staffApi().respond(getClientConfig, clientConfig)
  renderAt('/moderation')
  expect(await screen.findByRole('link', { name: 'Applications' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /^Verifications/ })).not.toBeInTheDocument()
})
