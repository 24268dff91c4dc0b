import { screen } from '@testing-library/react'
import { DEFAULT_COMMUNITY } from '@zing/proto/community/shell'
import { expect, test } from 'vitest'
import { showCommunity } from '../test/community.ts'
import { renderAt, setupApi } from '../test/render-at.tsx'

const OFF = {
  push: false,
  export: false,
  presence: false,
  webPushNames: false,
  pinPanel: false,
  chatPhotos: false,
  chatVoice: false,
}

test('the account has no part of a feature that is off (10.community.features)', async () => {
  setupApi()
  showCommunity({ features: OFF })
  renderAt('/account')
  expect(await screen.findByRole('switch', { name: 'Hide me from the feed' })).toBeInTheDocument()
  expect(screen.queryByRole('switch', { name: "Show matches when I'm online" })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Notifications' })).not.toBeInTheDocument()
  expect(screen.queryByText(/Only matches can see/)).not.toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Your data' })).not.toBeInTheDocument()
})

test('the profile has no Admin Panel while the PIN panel is off (10.community.features)', async () => {
  setupApi()
  showCommunity({ features: OFF })
  renderAt('/preferences')
  expect(await screen.findByRole('button', { name: 'Log Out' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Admin Panel' })).not.toBeInTheDocument()
})

test('notifications without names offer no names', async () => {
  setupApi()
  showCommunity({ features: { ...DEFAULT_COMMUNITY.features, webPushNames: false } })
  renderAt('/account/notifications')
  expect(await screen.findByRole('checkbox', { name: 'Likes' })).toBeInTheDocument()
  expect(screen.queryByRole('checkbox', { name: /Show names/ })).not.toBeInTheDocument()
})
