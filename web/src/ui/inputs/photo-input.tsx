import { t } from '@lingui/core/macro'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { toPhoto } from '../../lib/photos/to-photo.ts'
import { Button } from '../button.tsx'
import { Spinner } from '../spinner.tsx'

interface PhotoInputProps {
  variant?: 'default' | 'outline' | 'ghost'
  size?: 'default' | 'lg'
  /** Receives the data URL of the scaled photo. */
  onPhoto: (photo: string) => void
  children: ReactNode
}

/** Button that opens the photo library or the files; a file that is no readable image is refused. */
export function PhotoInput({ variant = 'default', size = 'lg', onPhoto, children }: PhotoInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<'idle' | 'reading' | 'unreadable'>('idle')

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0]
    if (!file) return
    target.value = '' // so that the same file can be chosen again
    setState('reading')
    const photo = await toPhoto(file).catch(() => null) // gone since it was chosen
    setState(photo ? 'idle' : 'unreadable')
    if (photo) onPhoto(photo)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        tabIndex={-1}
        aria-label={t`Photo file`}
        onChange={choose}
      />
      <Button variant={variant} size={size} wide disabled={state === 'reading'} onClick={() => input.current?.click()}>
        {state === 'reading' && <Spinner />}
        {children}
      </Button>
      {state === 'unreadable' && (
        <p
          role="alert"
          className="px-2 text-center text-sm text-bad"
        >{t`This file cannot be opened as a photo. Please choose another one, such as a JPEG or PNG.`}</p>
      )}
    </>
  )
}
