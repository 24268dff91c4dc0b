import { clientRoutes } from '@zing/proto/client-routes'
import type { FeedUser } from '@zing/proto/people'
import { ArrowLeft, EllipsisVertical, UserRoundX } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonStyle } from '../../ui/button.tsx'
import { BlockDialog } from './block-dialog.tsx'

export function ChatHeader({ partner, canBlock }: { partner: FeedUser; canBlock: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const icon = buttonStyle({ variant: 'ghost', size: 'icon' })
  return (
    <header className="safe-top border-b border-line bg-surface">
      <div className="flex h-16 items-center gap-2 px-2">
        <Link to={clientRoutes.messages} aria-label="Back to messages" className={icon}>
          <ArrowLeft aria-hidden className="size-6" strokeWidth={1.75} />
        </Link>
        <Avatar name={partner.name} photo={partner.selfie} isDecorative className="size-11" />
        <div className="min-w-0 flex-1">
          <h1 className="truncate text-lg leading-tight">{partner.name}</h1>
          <p className="text-sm text-ink-2">
            {partner.age} · {partner.gender}
          </p>
        </div>
        {canBlock && (
          <DropdownMenu.Root>
            <DropdownMenu.Trigger aria-label="More options" className={icon}>
              <EllipsisVertical aria-hidden className="size-6" strokeWidth={1.75} />
            </DropdownMenu.Trigger>
            <DropdownMenu.Portal>
              <DropdownMenu.Content
                align="end"
                sideOffset={4}
                className="z-30 min-w-52 rounded-(--radius-input) border border-line bg-surface p-1.5 text-ink shadow-float"
              >
                <DropdownMenu.Item
                  onSelect={() => setAsking(true)}
                  className="flex min-h-11 items-center gap-2 rounded-[10px] px-3 font-semibold text-bad outline-hidden select-none data-highlighted:bg-surface-2"
                >
                  <UserRoundX aria-hidden className="size-5" strokeWidth={1.75} />
                  Unmatch & Block
                </DropdownMenu.Item>
              </DropdownMenu.Content>
            </DropdownMenu.Portal>
          </DropdownMenu.Root>
        )}
      </div>
      <BlockDialog partner={partner} isOpen={isAsking} onClose={() => setAsking(false)} />
    </header>
  )
}
