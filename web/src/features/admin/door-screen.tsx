import { t } from '@lingui/core/macro'
import { doorSections } from './door-list.ts'
import { FallbackNotice } from './fallback-notice.tsx'
import { SectionForm } from './form/section-form.tsx'
import { LoadedSettings } from './loaded-settings.tsx'

/** Who may join, and what guards the door. */
export function DoorScreen() {
  return (
    <LoadedSettings title={t`Door`}>
      {(data) => (
        <>
          <FallbackNotice data={data} />
          {doorSections().map((section) => (
            <SectionForm key={section.id} section={section} data={data} />
          ))}
        </>
      )}
    </LoadedSettings>
  )
}
