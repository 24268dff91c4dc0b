import { screen, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { expect, test } from 'vitest'
import { showCommunity } from '../../test/community.ts'
import { renderAt, setupApi } from '../../test/render-at.tsx'

test('the landing screen has three portraits of its own and says what is different here (10.client.landing)', async () => {
  setupApi().reject(getUser, 401, 'Not signed in')
  renderAt('/')
  expect(await screen.findByRole('heading', { name: 'See someone you like? Zing them.' })).toBeInTheDocument()
  expect(screen.getByText(/^One face at a time/)).toHaveTextContent('No fees, no ads. Passes stay secret.')
  const portraits = [...document.querySelectorAll('img')].map(({ src }) => new URL(src).pathname)
  expect(portraits).toHaveLength(3)
  for (const path of portraits) expect(path).toMatch(/\/portraits\/[a-z]+\.webp$/)
})

function renderLanding(changes: Parameters<typeof showCommunity>[0]) {
  setupApi().reject(getUser, 401, 'Not signed in')
  showCommunity(changes)
  return renderAt('/')
}

test('a community shows its own name, logo, tagline and story on the landing screen (10.community.landing)', async () => {
  const logo = '/api/community/logo/3'
  renderLanding({ name: 'Harbour', tagline: { en: 'Sailors meet' }, about: 'By the sea.', logo, hasRules: true })
  expect(await screen.findByRole('heading', { level: 1, name: 'Sailors meet' })).toBeInTheDocument()
  expect(document.title).toBe('Harbour')
  expect(screen.getByRole('region', { name: 'About Harbour' })).toHaveTextContent('By the sea.')
  expect(document.querySelector(`header img[src="${logo}"]`)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'rules' })).toHaveAttribute('href', '/rules')
  expect(document.body).not.toHaveTextContent('Zing')
})

test.each([
  ['approval', 'New members are let in by a person, usually within a day.', 'Get started'],
  ['invitation', 'Harbour is by invitation. If you have a link, open it to join.', 'Log in'],
  ['closed', "Harbour isn't taking new members right now. Members can log in.", 'Log in'],
] as const)(
  'with %s the landing screen says kindly who may join (10.community.landing)',
  async (mode, text, action) => {
    renderLanding({ name: 'Harbour', registration: { mode } })
    expect(await screen.findByText(text)).toBeInTheDocument()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: new RegExp(action) })).toHaveAttribute('href', '/auth')
  },
)
