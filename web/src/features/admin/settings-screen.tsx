import { SectionForm } from './form/section-form.tsx'
import { LoadedSettings } from './loaded-settings.tsx'
import { SETTINGS } from './settings-list.ts'

/** Everything that an admin sets in the browser, besides the door. */
export function SettingsScreen() {
  return (
    <LoadedSettings title="Settings">
      {(data) => SETTINGS.map((section) => <SectionForm key={section.id} section={section} data={data} />)}
    </LoadedSettings>
  )
}
