import { t } from '@lingui/core/macro'
import { EyeOff } from 'lucide-react'
import { photoBox } from '../media-box.ts'
import { ReportAndBlock } from '../report-and-block.tsx'
import { Placeholder } from './placeholder.tsx'

interface CoveredPhotoProps {
  name: string
  size: { width: number; height: number }
  placeholder: string | null
  partnerId: number
  onShow: () => void
}

/** Stands for a photo that may be explicit, of which nothing is fetched until its receiver wants to see it. */
export function CoveredPhoto({ name, size, placeholder, partnerId, onShow }: CoveredPhotoProps) {
  const { aspectRatio, ...box } = photoBox(size)
  return (
    <fieldset
      aria-label={name}
      className="relative isolate grid min-w-48 grid-cols-[minmax(0,1fr)] overflow-hidden rounded-2xl bg-shade text-white"
      style={box}
    >
      {placeholder && <Placeholder hash={placeholder} className="absolute inset-0 -z-1 size-full opacity-45" />}
      {/* in one place with the words, which may be higher than a wide photo */}
      <div className="self-start [grid-area:1/1]" style={{ aspectRatio }} />
      <div className="flex flex-col items-center gap-1 place-self-center p-2 text-center text-sm font-semibold [grid-area:1/1]">
        <EyeOff aria-hidden className="size-6" strokeWidth={1.75} />
        <p>{t`May show nudity`}</p>
        <button type="button" onClick={onShow} className="min-h-11 rounded-full bg-white px-6 text-shade">
          {t({ message: 'Show', context: 'a photo' })}
        </button>
        <div className="flex flex-wrap justify-center">
          <ReportAndBlock partnerId={partnerId} />
        </div>
      </div>
    </fieldset>
  )
}
