import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { inputStyle } from './field.tsx'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={clsx(inputStyle, className)} {...props} />
}

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} className="pe-12 rtl:px-12" />
      <button
        type="button"
        aria-label={isShown ? t`Hide password` : t`Show password`}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 end-0.5 grid w-11 place-items-center rounded-full text-ink-2"
      >
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </button>
    </div>
  )
}
