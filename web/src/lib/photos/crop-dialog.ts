import type { ComponentType } from 'react'

export interface CropDialogProps {
  /** Data URL. */
  photo: string
  isPending: boolean
  /** The button that takes the section. */
  action?: string
  /** Receives the data URL of the chosen section. */
  onCropped: (photo: string) => void
  onClose: () => void
}

/** The dialog of the profile's photos, which the app hands to the screens that take a selfie. */
export type CropDialogComponent = ComponentType<CropDialogProps>
