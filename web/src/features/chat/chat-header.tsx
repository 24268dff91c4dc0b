import { clientRoutes } from '@zing/proto/client-routes'
import type { PublicProfile } from '@zing/proto/users'
import { ArrowLeft, EllipsisVertical, Flag, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { openReport } from '../../lib/report-store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonStyle } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { BlockDialog } from './block-dialog.tsx'

export function ChatHeader({ partner }: { partner: PublicProfile }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <header className="safe-top border-b border-line bg-surface">
      <div className="flex h-16 items-center gap-2 px-2">
        <Link
          to={clientRoutes.messages}
          aria-label="Back to messages"
          className={buttonStyle({ variant: 'ghost', size: 'icon' })}
        >
          <ArrowLeft aria-hidden className="size-6" strokeWidth={1.75} />
        </Link>
        <Avatar name={partner.name} photo={partner.selfie} isDecorative className="size-11" />
        <div className="min-w-0 flex-1">
          <ScreenTitle dir="auto" className="truncate text-left text-lg leading-tight">
            {partner.name}
          </ScreenTitle>
          <p className="truncate text-sm text-ink-2">
            {partner.age} · <bdi>{partner.gender}</bdi>
          </p>
        </div>
        <Menu
          label="More options"
          icon={<EllipsisVertical aria-hidden className="size-6" strokeWidth={1.75} />}
          items={[
            {
              icon: <Flag aria-hidden className="size-5" strokeWidth={1.75} />,
              text: 'Report',
              onSelect: () => openReport(partner, { hasChat: true }),
            },
            {
              icon: <UserRoundX aria-hidden className="size-5" strokeWidth={1.75} />,
              text: 'Unmatch & Block',
              isDanger: true,
              onSelect: () => setConfirming(true),
            },
          ]}
        />
      </div>
      {isConfirming && <BlockDialog partner={partner} onClose={() => setConfirming(false)} />}
    </header>
  )
}
