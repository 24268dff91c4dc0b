import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export const buttonStyle = cva(
  'inline-flex items-center gap-2 rounded-full font-semibold whitespace-nowrap select-none transition-[transform,opacity] active:scale-[0.98] disabled:opacity-50 disabled:active:scale-100',
  {
    variants: {
      variant: {
        default: 'bg-zing text-on-zing',
        destructive: 'bg-bad text-white dark:text-on-zing',
        outline: 'border border-line bg-surface text-ink',
        danger: 'border border-line bg-surface text-bad',
        secondary: 'bg-surface-2 text-ink',
        ghost: 'text-ink hover:bg-surface-2',
        link: 'text-zing underline underline-offset-4',
        light: 'bg-white text-[#b3123f]',
      },
      size: {
        default: 'min-h-12 px-6',
        sm: 'min-h-11 px-4 text-sm',
        lg: 'min-h-14 px-8 text-lg',
        icon: 'size-11',
      },
      align: { center: 'justify-center', start: 'justify-start' },
      wide: { true: 'w-full' },
    },
    defaultVariants: { variant: 'default', size: 'default', align: 'center' },
  },
)

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof buttonStyle>

export function Button({ className, variant, size, align, wide, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={clsx(buttonStyle({ variant, size, align, wide }), className)} {...props} />
}
