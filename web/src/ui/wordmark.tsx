import { clsx } from 'clsx'
import { useCommunity } from '../lib/state/community.ts'
import { Bolt } from './bolt.tsx'

/** The community's name and logo. A long name is cut where there is no room. */
export function Wordmark({ className = 'inline-flex text-2xl' }: { className?: string }) {
  const { name, logo } = useCommunity()
  return (
    <span className={clsx('max-w-full min-w-0 items-center gap-1 font-display font-bold', className)}>
      {logo ? (
        <img src={logo} alt="" className="me-1 size-[1.3em] shrink-0 rounded-lg" />
      ) : (
        <Bolt className="size-[1.1em] shrink-0" />
      )}
      <bdi className="truncate">{name}</bdi>
    </span>
  )
}
