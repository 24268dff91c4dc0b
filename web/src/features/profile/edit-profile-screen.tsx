import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { useRef, useState } from 'react'
import { useLayer } from '../../lib/layers/layers.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { PersonView } from '../../ui/person/person-view.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Completeness } from './completeness.tsx'
import { EditForm } from './edit-form.tsx'
import { PhotosEditor } from './photos/photos-editor.tsx'
import { PlaceSection } from './place/place-section.tsx'
import { formValues, previewOf } from './story-form.ts'

/** Photos, details and story of the user; a tap shows the profile as others see it. */
export function EditProfileScreen() {
  const user = useUser()
  const draft = useRef(() => formValues(user))
  const [preview, setPreview] = useState<ReturnType<typeof previewOf> | null>(null)
  useLayer(preview !== null, () => setPreview(null))
  return (
    <main className="flex flex-col gap-4 p-5">
      <ScreenHeader back={clientRoutes.profile} backLabel={t`Back to profile`} title={t`Edit Profile`}>
        <button
          type="button"
          aria-pressed={preview !== null}
          onClick={() => setPreview(preview ? null : previewOf(user, draft.current()))}
          className="min-h-11 rounded-full px-4 text-sm font-semibold text-zing aria-pressed:bg-surface-2 aria-pressed:text-ink"
        >{t`See it as others do`}</button>
      </ScreenHeader>
      {preview && (
        <div className="-mx-5 border-y border-line">
          <PersonView profile={preview} own={[]} />
        </div>
      )}
      {/* hidden, not unmounted: what was typed stays */}
      <div hidden={preview !== null} className="flex flex-col gap-6 [&[hidden]]:hidden">
        <Completeness />
        <PhotosEditor />
        <PlaceSection />
        <EditForm draftRef={draft} />
      </div>
    </main>
  )
}
