import { t } from '@lingui/core/macro'
import { SectionForm } from './form/section-form.tsx'
import { LoadedSettings } from './loaded-settings.tsx'
import { settingsSections } from './settings-list.ts'

/** Everything that an admin sets in the browser, besides the door. */
export function SettingsScreen() {
  return (
    <LoadedSettings title={t`Settings`}>
      {(data) => settingsSections().map((section) => <SectionForm key={section.id} section={section} data={data} />)}
    </LoadedSettings>
  )
}
