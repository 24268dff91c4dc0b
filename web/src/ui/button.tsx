import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

const BASE =
  'inline-flex items-center gap-2 rounded-full font-semibold whitespace-nowrap select-none transition-[transform,opacity] active:scale-[0.98] disabled:opacity-50 disabled:active:scale-100'
const VARIANTS = {
  default: 'bg-zing text-on-zing',
  destructive: 'bg-bad text-white dark:text-on-zing',
  outline: 'border border-line bg-surface text-ink',
  danger: 'border border-line bg-surface text-bad',
  secondary: 'bg-surface-2 text-ink',
  ghost: 'text-ink hover:bg-surface-2',
  link: 'text-zing underline underline-offset-4',
  light: 'bg-white text-brand-2',
}
const SIZES = {
  default: 'min-h-12 px-6',
  sm: 'min-h-11 px-4 text-sm',
  lg: 'min-h-14 px-8 text-lg',
  icon: 'size-11',
}
const ALIGNS = { center: 'justify-center', start: 'justify-start' }

interface ButtonStyle {
  variant?: keyof typeof VARIANTS | undefined
  size?: keyof typeof SIZES | undefined
  align?: keyof typeof ALIGNS | undefined
  wide?: boolean | undefined
}

/** Class names of a button, also for links that look like one. */
export function buttonStyle({
  variant = 'default',
  size = 'default',
  align = 'center',
  wide = false,
}: ButtonStyle = {}): string {
  return clsx(BASE, VARIANTS[variant], SIZES[size], ALIGNS[align], wide && 'w-full')
}

type ButtonProps = ComponentProps<'button'> & ButtonStyle

export function Button({ className, variant, size, align, wide, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={clsx(buttonStyle({ variant, size, align, wide }), className)} {...props} />
}
