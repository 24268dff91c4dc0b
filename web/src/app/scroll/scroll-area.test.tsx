import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { listUsers } from '@zing/proto/http/social'
import { expect, test, vi } from 'vitest'
import { profile, renderAt, setupApi } from '../../test/render-at.tsx'

const area = () => screen.getByRole('main').parentElement as HTMLElement

async function openFeed() {
  setupApi().respond(listUsers, [profile(2, 'Ben')])
  const view = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  return view
}

function scrollTo(top: number): void {
  area().scrollTop = top
  fireEvent.scroll(area())
}

test('Back returns to where the user was, and the tab opens the screen at its top', async () => {
  const { user } = await openFeed()
  scrollTo(700)
  await user.click(screen.getByRole('link', { name: 'Messages' }))
  await screen.findByText('No matches yet')
  expect(area().scrollTop).toBe(0)
  act(() => window.history.back())
  await screen.findByRole('article', { name: 'Ben, 28' })
  expect(area().scrollTop).toBe(700)

  await user.click(screen.getByRole('link', { name: 'Messages' }))
  await screen.findByText('No matches yet')
  await user.click(screen.getByRole('link', { name: 'Feed' }))
  await screen.findByRole('article', { name: 'Ben, 28' })
  expect(area().scrollTop).toBe(0)
})

test('another page that is loaded in the tab begins at its top, and the same one where it was', async () => {
  await openFeed()
  scrollTo(700)
  cleanup()
  renderAt('/messages')
  await screen.findByText('No matches yet')
  expect(area().scrollTop).toBe(0)
  cleanup()
  await openFeed()
  expect(area().scrollTop).toBe(700)
})

test('a panel that is opened and closed does not move the screen', async () => {
  const { user } = await openFeed()
  scrollTo(700)
  await user.click(screen.getByRole('button', { name: 'Notifications' }))
  const panel = await screen.findByRole('dialog')
  act(() => window.history.back())
  await waitFor(() => expect(panel).not.toBeInTheDocument())
  expect(area().scrollTop).toBe(700)
})

test('a second tap on the active tab scrolls to the top and adds no history entry', async () => {
  const { user, path } = await openFeed()
  const scroll = vi.spyOn(area(), 'scrollTo')
  const { length } = window.history
  await user.click(screen.getByRole('link', { name: 'Feed' }))
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  expect([path(), window.history.length]).toEqual(['/feed', length])
})
