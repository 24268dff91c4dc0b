import { t } from '@lingui/core/macro'
import { Images } from 'lucide-react'
import { PhotoInput } from '../../ui/inputs/photo-input.tsx'

export function ChoosePhoto({ onPhoto }: { onPhoto: (photo: string) => void }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col items-center gap-3 rounded-card bg-surface-2 p-8 text-center">
        <Images aria-hidden className="size-12 text-zing" strokeWidth={1.5} />
        <p>{t`The camera isn't available in the home screen app. Choose from your photos instead.`}</p>
      </div>
      <PhotoInput onPhoto={onPhoto}>{t`Choose Photo`}</PhotoInput>
    </div>
  )
}
