import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'

test('the keys of a menu move between its entries, whose ends are joined, and choose one', async () => {
  const user = userEvent.setup()
  const [first, last] = [vi.fn(), vi.fn()]
  const items = [
    { icon: null, text: 'First', onSelect: first },
    { icon: null, text: 'Last', onSelect: last },
  ]
  render(<Menu label="Options" icon={null} items={items} />)
  const button = screen.getByRole('button', { name: 'Options' })
  await user.click(button)
  const focused = () => document.activeElement?.textContent
  expect(focused()).toBe('First')
  const seen: unknown[] = []
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'x']) {
    await user.keyboard(key.length > 1 ? `{${key}}` : key)
    seen.push(focused())
  }
  expect(seen).toEqual(['Last', 'First', 'Last', 'First', 'Last', 'Last'])
  await user.keyboard('{Enter}')
  expect([first.mock.calls.length, last.mock.calls.length]).toEqual([0, 1])
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(button).toHaveFocus()
})

test('Tab and Escape close a menu and return the focus', async () => {
  const user = userEvent.setup()
  render(<Menu label="Options" icon={null} items={[{ icon: null, text: 'First', onSelect: () => {} }]} />)
  const button = screen.getByRole('button', { name: 'Options' })
  for (const key of ['{Tab}', '{Escape}']) {
    await user.click(button)
    await user.keyboard(key)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(button).toHaveFocus()
  }
})
