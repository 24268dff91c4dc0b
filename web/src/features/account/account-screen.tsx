import { clientRoutes } from '@zing/proto/client-routes'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { buttonStyle } from '../../ui/button.tsx'
import { DeleteSection } from './delete-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { ExportSection } from './export-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PastMatchesSection } from './past-matches-section.tsx'
import { RecoveryCodesSection } from './recovery-codes-section.tsx'
import { VisibilitySection } from './visibility-section.tsx'

export function AccountScreen() {
  return (
    <main className="flex flex-col gap-6 p-5">
      <div className="flex items-center gap-1">
        <Link
          to={clientRoutes.profile}
          aria-label="Back to profile"
          className={buttonStyle({ variant: 'ghost', size: 'icon' })}
        >
          <ArrowLeft aria-hidden className="size-6" strokeWidth={1.75} />
        </Link>
        <h2 className="text-2xl">Account Settings</h2>
      </div>
      <PasswordSection />
      <PasskeysSection />
      <DevicesSection />
      <RecoveryCodesSection />
      <VisibilitySection />
      <PastMatchesSection />
      <ExportSection />
      <DeleteSection />
    </main>
  )
}
