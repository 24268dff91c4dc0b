import { t } from '@lingui/core/macro'
import { clientRoutes, personRoute } from '@zing/proto/client-routes'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommunity } from '../../lib/state/community.ts'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { genderText } from '../../lib/text/choices.ts'
import { onlineUsers } from '../../realtime/online-users.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { UserMenu } from '../../ui/dialogs/user-menu.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { OnlineDot } from '../../ui/person/online-dot.tsx'
import { PersonName } from '../../ui/person/person-name.tsx'
import { PlaceLine } from '../../ui/person/place-line.tsx'
import { VerifiedBadge } from '../../ui/person/verified-badge.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SharedElement } from '../../ui/shared-element.tsx'

const SettingsDialog = lazyComponent(async () => (await import('./media/settings-dialog.tsx')).SettingsDialog)
const EndMatchDialog = lazyComponent(async () => (await import('./end-match-dialog.tsx')).EndMatchDialog)

interface ChatHeaderProps {
  partner: PublicProfile
  /** Absent while there is nothing to search. */
  onSearch?: () => void
  /** Stands in place of the partner. */
  children?: ReactNode
}

export function ChatHeader({ partner, onSearch, children }: ChatHeaderProps) {
  const [ending, setEnding] = useState<'unmatch' | 'block' | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  const { features } = useCommunity()
  const isOnline = useSessionStore(onlineUsers).has(partner.id)
  return (
    <header className="safe-top border-b border-line bg-surface">
      {children}
      <div className={clsx('min-h-16 items-center py-1 gap-2 px-2 lg:max-xl:pe-16', children ? 'hidden' : 'flex')}>
        <Link
          to={clientRoutes.messages}
          aria-label={t`Back to messages`}
          className={clsx(buttonStyle({ variant: 'ghost', size: 'icon' }), 'lg:hidden')} // the list is beside it
        >
          <ArrowLeft aria-hidden className="size-6 rtl:-scale-x-100" strokeWidth={1.75} />
        </Link>
        <Link
          to={personRoute(partner.id)}
          state={{ isFromChat: true }}
          aria-label={t`More about ${plainNameOf(partner.name)}`}
          className="relative shrink-0 rounded-full"
        >
          <SharedElement kind="avatar" userId={partner.id}>
            <Avatar name={partner.name} photo={partner.selfie} isDecorative className="size-11" />
          </SharedElement>
          {isOnline && <OnlineDot />}
        </Link>
        <div className="min-w-0 flex-1">
          <ScreenTitle className="flex items-center gap-1.5 text-start text-lg leading-tight">
            <PersonName name={partner.name} className="truncate" />
            {partner.verified && <VerifiedBadge />}
          </ScreenTitle>
          <p className="truncate text-sm text-ink-2">
            {partner.age} · <bdi className="english-capitals">{genderText(partner.gender)}</bdi>
            {isOnline && <span className="font-semibold text-ok"> · {t`online`}</span>}
          </p>
          <PlaceLine profile={partner} className="text-[13px] leading-4 text-ink-2" />
        </div>
        <UserMenu
          user={partner}
          hasChat
          blockText={t`Unmatch & Block`}
          {...(onSearch && { onSearch })}
          {...((features.chatPhotos || features.chatVoice) && { onMedia: () => setChoosing(true) })}
          onUnmatch={() => setEnding('unmatch')}
          onBlock={() => setEnding('block')}
        />
      </div>
      {isChoosing && (
        <Suspense>
          <SettingsDialog partner={partner} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {ending && (
        <Suspense>
          <EndMatchDialog partner={partner} isBlock={ending === 'block'} onClose={() => setEnding(null)} />
        </Suspense>
      )}
    </header>
  )
}
