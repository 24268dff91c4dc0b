import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { fitTextArea } from '../../lib/input/fit-text-area.ts'
import { inputStyle } from './field.tsx'

/** Grows with its text to about ten lines. */
export function TextArea(props: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={3}
      onFocus={({ target }) => fitTextArea(target)}
      onInput={({ currentTarget }) => fitTextArea(currentTarget)}
      {...props}
      className={clsx(inputStyle, 'field-sizing-content max-h-64 min-h-24 resize-none py-3')}
    />
  )
}
