import type { UserSummary } from '@zing/proto/users'
import { EllipsisVertical, Flag, UserRoundX } from 'lucide-react'
import { openReport } from '../lib/report-store.ts'
import { Menu } from './menu.tsx'

interface UserMenuProps {
  user: UserSummary
  /** There may be messages that the report can name. */
  hasChat: boolean
  blockText: string
  onBlock: () => void
}

/** Menu with the entries to report and to block another user. */
export function UserMenu({ user, hasChat, blockText, onBlock }: UserMenuProps) {
  return (
    <Menu
      label="More options"
      icon={<EllipsisVertical aria-hidden className="size-6" strokeWidth={1.75} />}
      items={[
        {
          icon: <Flag aria-hidden className="size-5" strokeWidth={1.75} />,
          text: 'Report',
          onSelect: () => openReport(user, { hasChat }),
        },
        {
          icon: <UserRoundX aria-hidden className="size-5" strokeWidth={1.75} />,
          text: blockText,
          isDanger: true,
          onSelect: onBlock,
        },
      ]}
    />
  )
}
