import { act, screen, waitFor, within } from '@testing-library/react'
import { getUser, logout, updateUser } from '@zing/proto/http/auth'
import { getCommunity } from '@zing/proto/http/community'
import { listUsers } from '@zing/proto/http/social'
import { expect, test, vi } from 'vitest'
import { community } from '../../test/community.ts'
import { ada, renderAt, setupApi } from '../../test/render-at.tsx'

const APPLICATION = { question: 'Why bees?', answer: 'Honey' }
const pending = { ...ada, status: 'pending', application: APPLICATION } as const

test('when an applicant opens any screen, they wait, and can edit their answer (10.client.community.waiting)', async () => {
  const api = setupApi()
  api.respond(getUser, pending)
  const { user, path } = renderAt('/messages')
  await waitFor(() => expect(path()).toBe('/waiting'))
  const mine = within(await screen.findByRole('region', { name: 'Your application' }))
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("You're on the list, Ada")
  expect(screen.queryByRole('navigation')).toBeNull()
  await user.click(mine.getByRole('button', { name: 'Change your answer' }))
  await user.clear(mine.getByLabelText('Why bees?'))
  await user.click(mine.getByRole('button', { name: 'Send' }))
  expect(await mine.findByText('Please write something')).toBeInTheDocument()
  await user.type(mine.getByLabelText('Why bees?'), 'Wax')
  api.respond(updateUser, { ...pending, application: { ...APPLICATION, answer: 'Wax' } })
  await user.click(mine.getByRole('button', { name: 'Send' }))
  expect(await mine.findByText('Wax')).toBeInTheDocument()
  expect(api.calls(updateUser)).toEqual([{ application: 'Wax' }])
})

test('when a moderator asks back, the applicant answers (10.client.community.waiting)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...pending, application: { ...APPLICATION, asked: { question: 'Which?', answer: null } } })
  const { user } = renderAt('/waiting')
  const asked = within(await screen.findByRole('region', { name: 'A moderator asks you' }))
  expect(within(screen.getByRole('region', { name: 'Your application' })).queryByRole('button')).toBeNull()
  api.respond(updateUser, { ...pending, application: { ...APPLICATION, asked: { question: 'Which?', answer: 'All' } } })
  await user.type(asked.getByLabelText('Which?'), 'All')
  await user.click(asked.getByRole('button', { name: 'Send' }))
  expect(await asked.findByText('All')).toBeInTheDocument()
})

test('the waiting screen asks every 30 s, and leads to the feed once the door opens (10.client.community.waiting)', async () => {
  const api = setupApi()
  api.respond(getUser, pending)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { path } = renderAt('/waiting')
  await screen.findByRole('region', { name: 'Your application' })
  const before = api.calls(getUser).length
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(api.calls(getUser).length).toBeGreaterThan(before)
  expect(path()).toBe('/waiting')
  api.respond(getUser, ada)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect((await screen.findAllByText("You're in"))[0]).toBeInTheDocument()
})

test('an applicant can reach profile and account, without what members have (10.client.community.waiting)', async () => {
  const api = setupApi()
  api.respond(getUser, pending)
  const { user, path } = renderAt('/waiting')
  await user.click(await screen.findByRole('link', { name: /Account Settings/ }))
  expect(await screen.findByRole('region', { name: 'Delete account' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Past matches' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Back to profile' }))
  await waitFor(() => expect(path()).toBe('/waiting'))
})

test('when the application is refused, the reason, a copy and the deletion are there (10.client.community.waiting)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, status: 'refused', application: { ...APPLICATION, reason: 'No bees left' } })
  renderAt('/feed')
  expect(await screen.findByText('No bees left')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Prepare a copy of your data' })).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Delete account' })).toBeInTheDocument()
})

test('when any call says that the account waits, the waiting screen opens (10.client.community.waiting)', async () => {
  const api = setupApi()
  api.reject(listUsers, 403, { message: "You can do this once you've been let in", code: 'PENDING' })
  const release = api.hold(getUser, ada)
  const { path } = renderAt('/feed')
  api.respond(getUser, pending) // for the next request
  release()
  await waitFor(() => expect(path()).toBe('/waiting'))
})

test('changed rules are read and accepted once before the next use (10.client.community.waiting)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, mustAcceptTerms: true })
  const rules = [{ title: { en: 'Be kind' }, text: { en: 'To everybody.' } }]
  api.respond(getCommunity, community({ rules, terms: { url: null, text: null, version: 3 } }))
  const { user, path } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'The rules have changed' })
  expect(screen.getByRole('listitem')).toHaveTextContent('Be kindTo everybody.')
  api.respond(updateUser, ada)
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByRole('region', { name: 'You' })).toBeInTheDocument()
  expect(path()).toBe('/preferences')
  expect(api.calls(updateUser)).toEqual([{ acceptedTerms: 3 }])
})

test('new terms are accepted once before the next use, or the user logs out (10.client.community.waiting)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, mustAcceptTerms: true })
  api.respond(getCommunity, community({ terms: { url: 'https://a.example/terms', text: null, version: 7 } }))
  const { user, path } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'The terms have changed' })
  expect(screen.getByRole('link', { name: 'Read the terms' })).toHaveAttribute('href', 'https://a.example/terms')
  api.respond(updateUser, ada)
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(await screen.findByRole('region', { name: 'You' })).toBeInTheDocument()
  expect(path()).toBe('/preferences')
  expect(api.calls(updateUser)).toEqual([{ acceptedTerms: 7 }])
  expect(api.calls(logout)).toEqual([])
})
