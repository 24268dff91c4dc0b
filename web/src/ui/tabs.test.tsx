import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

const TABS = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
  { value: 'three', label: 'Three' },
] as const

function Screen() {
  const [value, setValue] = useState<(typeof TABS)[number]['value']>('one')
  return (
    <Tabs label="Numbers" tabs={TABS} value={value} onChange={setValue}>
      {`The number ${value}`}
    </Tabs>
  )
}

test('keys choose among the tabs, and Tab leads to the panel', async () => {
  const user = userEvent.setup()
  render(<Screen />)
  const chosen = () => screen.getByRole('tab', { selected: true })
  await user.click(screen.getByRole('tab', { name: 'Two' }))
  expect(screen.getByRole('tabpanel', { name: 'Two' })).toHaveTextContent('The number two')
  for (const [key, name] of [
    ['ArrowRight', 'Three'],
    ['ArrowRight', 'One'],
    ['ArrowLeft', 'Three'],
    ['Home', 'One'],
    ['End', 'Three'],
  ]) {
    await user.keyboard(`{${key}}`)
    expect(chosen()).toHaveAccessibleName(name)
    expect(chosen()).toHaveFocus()
  }
  await user.tab()
  expect(screen.getByRole('tabpanel')).toHaveFocus()
})
