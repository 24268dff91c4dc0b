import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { languagesSection } from '../languages-list.ts'
import { settingsSections } from '../settings-list.ts'
import { SettingControl } from './setting-control.tsx'

function Languages({ value: saved }: { value: Record<string, unknown> }) {
  const [values, setValues] = useState(saved)
  return (
    <>
      {languagesSection(['en', 'de', 'ar']).settings.map((setting) => (
        <SettingControl
          key={setting.path}
          setting={setting}
          value={values[setting.path]}
          texts={{ language: 'en', defaultLanguage: 'en' }}
          error={undefined}
          onChange={(value) => setValues({ ...values, [setting.path]: value })}
        />
      ))}
      <output>{JSON.stringify(values)}</output>
    </>
  )
}

test('an admin offers languages, and chooses the default one (10.client.community.settings)', async () => {
  const user = userEvent.setup()
  render(<Languages value={{ languages: ['en'], defaultLanguage: 'en' }} />)
  const offered = within(screen.getByRole('group', { name: 'Offered languages' }))
  expect(offered.getByRole('checkbox', { name: 'English' })).toBeDisabled() // the only one
  await user.click(offered.getByRole('checkbox', { name: 'العربية' }))
  await user.click(offered.getByRole('checkbox', { name: 'Deutsch' }))
  await user.click(offered.getByRole('checkbox', { name: 'English' }))
  await user.selectOptions(screen.getByLabelText('Default language'), 'Deutsch')
  const shown = JSON.parse(screen.getByRole('status').textContent ?? '')
  expect(shown).toEqual({ languages: ['de', 'ar'], defaultLanguage: 'de' })
})

test('the settings screen asks for languages', () => {
  expect(settingsSections().map(({ id }) => id)).toContain('languages')
})
