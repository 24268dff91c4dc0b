import { clientRoutes } from '@zing/proto/client-routes'
import { useState } from 'react'
import { useUser } from '../../queries/user-context.ts'
import { PersonView } from '../../ui/person-view.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Completeness } from './completeness.tsx'
import { EditForm } from './edit-form.tsx'
import { PhotosEditor } from './photos/photos-editor.tsx'

/** Photos, details and story of the user; what others see is one tap away. */
export function EditProfileScreen() {
  const user = useUser()
  const [isPreview, setPreview] = useState(false)
  return (
    <main className="flex flex-col gap-4 p-5">
      <ScreenHeader back={clientRoutes.profile} backLabel="Back to profile" title="Edit Profile">
        <button
          type="button"
          aria-pressed={isPreview}
          onClick={() => setPreview(!isPreview)}
          className="min-h-11 rounded-full px-4 text-sm font-semibold text-zing aria-pressed:bg-surface-2 aria-pressed:text-ink"
        >
          As others see it
        </button>
      </ScreenHeader>
      {isPreview && (
        <div className="-mx-5 border-y border-line">
          <PersonView profile={user} own={[]} />
        </div>
      )}
      {/* hidden, not unmounted: what was typed stays */}
      <div hidden={isPreview} className="flex flex-col gap-6 [&[hidden]]:hidden">
        <Completeness />
        <PhotosEditor />
        <EditForm />
      </div>
    </main>
  )
}
