import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { Link } from 'react-router-dom'
import { useCommunity } from '../../lib/state/community.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { BlockedPeopleSection } from './blocked-people-section.tsx'
import { PasskeysSection } from './credentials/passkeys-section.tsx'
import { PasswordSection } from './credentials/password-section.tsx'
import { RecoveryCodesSection } from './credentials/recovery-codes-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { ExportSection } from './export-section.tsx'
import { KeptChatsSection } from './kept-chats-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { PastMatchesSection } from './past-matches-section.tsx'
import { VisibilitySection } from './visibility-section.tsx'

/** Somebody who waits to be let in sees no sections about other members. */
export function AccountScreen() {
  const { features } = useCommunity()
  const { status = 'active' } = useUser()
  const isMember = status === 'active'
  return (
    <main className="flex flex-col gap-6 p-5">
      <ScreenHeader back={clientRoutes.profile} backLabel={t`Back to profile`} title={t`Account Settings`} />
      <LanguageSection />
      <PasswordSection />
      <PasskeysSection />
      <RecoveryCodesSection />
      <DevicesSection />
      {isMember && (
        <>
          {features.push && (
            <Link
              to={clientRoutes.notificationSettings}
              className={buttonStyle({ variant: 'outline', wide: true })}
            >{t`Notifications`}</Link>
          )}
          <VisibilitySection />
          <KeptChatsSection />
          <PastMatchesSection />
          <BlockedPeopleSection />
        </>
      )}
      {features.export && <ExportSection />}
      <DeleteSection />
    </main>
  )
}
