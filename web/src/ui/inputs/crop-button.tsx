import { t } from '@lingui/core/macro'
import { Crop } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { CropDialogComponent } from '../../lib/photos/crop-dialog.ts'
import { Button } from '../button.tsx'

interface CropButtonProps {
  photo: string
  CropDialog: CropDialogComponent
  isDisabled: boolean
  onCropped: (photo: string) => void
}

export function CropButton({ photo, CropDialog, isDisabled, onCropped }: CropButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" wide aria-haspopup="dialog" disabled={isDisabled} onClick={() => setOpen(true)}>
        <Crop aria-hidden className="size-5" strokeWidth={1.75} />
        {t`Crop`}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CropDialog
            photo={photo}
            isPending={false}
            action={t`Use this crop`}
            onCropped={(cropped) => {
              setOpen(false)
              onCropped(cropped)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
