import { t } from '@lingui/core/macro'
import { useStore } from '../../lib/state/create-store.ts'
import { announce } from '../../lib/state/toast-store.ts'
import { keepsChats, setKeepsChats } from '../../queries/chat/keeps-chats.ts'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Section } from './section.tsx'

export function KeptChatsSection() {
  const isOn = useStore(keepsChats)

  function toggle(): void {
    setKeepsChats(!isOn)
    announce(isOn ? t`Chats are no longer kept on this device` : t`Chats are kept on this device`)
  }

  return (
    <Section
      title={t`Without a connection`}
      hint={t`Your chats open with their last 50 messages. Photos aren't kept. Logging out removes everything from this device.`}
    >
      <Switch text={t`Keep chats on this device`} isOn={isOn} className="min-h-14 px-4 py-2" onToggle={toggle} />
    </Section>
  )
}
