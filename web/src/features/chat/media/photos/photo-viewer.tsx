import { FullPhoto, type FullPhotoProps } from '../../../../ui/dialogs/full-photo.tsx'
import { ReportAndBlock } from '../report-and-block.tsx'
import { Placeholder } from './placeholder.tsx'

interface PhotoViewerProps extends Omit<FullPhotoProps, 'placeholder' | 'children'> {
  partnerId: number
  isMine: boolean
  placeholder: string | null
}

/** An opened photo of the conversation, from where its receiver reports and blocks. */
export function PhotoViewer({ partnerId, isMine, placeholder, ...photo }: PhotoViewerProps) {
  const veil = placeholder && <Placeholder hash={placeholder} className="absolute inset-0 m-auto opacity-60" />
  return (
    <FullPhoto {...photo} placeholder={veil}>
      {!isMine && <ReportAndBlock partnerId={partnerId} onReport={photo.onClose} />}
    </FullPhoto>
  )
}
