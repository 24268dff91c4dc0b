import { PRODUCT_NAME } from '@zing/proto/product'
import { classNames } from '../lib/class-names.ts'
import { Bolt } from './bolt.tsx'

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-1 font-display text-2xl font-bold', className)}>
      <Bolt className="size-[1.1em]" />
      {PRODUCT_NAME}
    </span>
  )
}
