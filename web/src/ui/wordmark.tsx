import { PRODUCT_NAME } from '@zing/proto/product'
import { clsx } from 'clsx'
import { Bolt } from './bolt.tsx'

export function Wordmark({ className = 'inline-flex text-2xl' }: { className?: string }) {
  return (
    <span className={clsx('items-center gap-1 font-display font-bold', className)}>
      <Bolt className="size-[1.1em]" />
      {PRODUCT_NAME}
    </span>
  )
}
