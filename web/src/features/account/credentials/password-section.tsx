import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { ActionRow, Section } from '../section.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

export function PasswordSection() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t`Password`}>
      <ActionRow aria-haspopup="dialog" onClick={() => setOpen(true)}>{t`Change password`}</ActionRow>
      {isOpen && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </Section>
  )
}
