import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { UserSummary } from '@zing/proto/profiles/users'
import { EllipsisVertical, Flag, Images, Search, UserRoundX, X } from 'lucide-react'
import { openReport } from '../../lib/state/report-store.ts'
import { Menu } from './menu.tsx'

interface UserMenuProps {
  user: UserSummary
  /** True if there may be messages for the report to name. */
  hasChat: boolean
  blockText: string
  /** Offered in a chat. */
  onSearch?: () => void
  /** Opens the choice of photos and voice messages in a chat. */
  onMedia?: () => void
  /** Offered to matches, who need not block each other to part. */
  onUnmatch?: () => void
  onBlock: () => void
  /** Style of the button, in place of its own. */
  className?: string
}

/** Menu with the entries to report and to block another user. */
export function UserMenu({
  user,
  hasChat,
  blockText,
  onSearch,
  onMedia,
  onUnmatch,
  onBlock,
  className,
}: UserMenuProps) {
  const client = useQueryClient()
  const search = onSearch
    ? [{ icon: <Search aria-hidden className="size-5" strokeWidth={1.75} />, text: t`Search`, onSelect: onSearch }]
    : []
  const media = onMedia
    ? [
        {
          icon: <Images aria-hidden className="size-5" strokeWidth={1.75} />,
          text: t`Photos and voice messages`,
          onSelect: onMedia,
        },
      ]
    : []
  const unmatch = onUnmatch
    ? [{ icon: <X aria-hidden className="size-5" strokeWidth={1.75} />, text: t`Unmatch`, onSelect: onUnmatch }]
    : []
  return (
    <Menu
      label={t`More options`}
      className={className}
      icon={<EllipsisVertical aria-hidden className="size-6" strokeWidth={1.75} />}
      items={[
        ...search,
        ...media,
        {
          icon: <Flag aria-hidden className="size-5" strokeWidth={1.75} />,
          text: t`Report`,
          onSelect: () => openReport(client, user, { hasChat }),
        },
        ...unmatch,
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
