import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useCommunity } from '../../../lib/state/community.ts'
import { conversationSettingsQuery } from '../../../queries/chat/media/conversation-settings.ts'

export interface Partner {
  partnerId: number
  partnerName: string
  /** Both members have written. */
  hasBoth: boolean
}

/**
 * Tells why a partner takes no photos or voice messages; null if they do. `unknown`: while it loads. `off`: without the
 * feature.
 */
export function useRefusal(kind: 'photos' | 'voice', { partnerId, partnerName, hasBoth }: Partner) {
  const { features } = useCommunity()
  const isOn = kind === 'photos' ? features.chatPhotos : features.chatVoice
  const { data, isError } = useQuery({ ...conversationSettingsQuery(partnerId, hasBoth), enabled: isOn })
  if (!isOn || isError) return { state: 'off', refusal: null } as const
  if (!data) return { state: 'unknown', refusal: null } as const
  return { state: 'known', refusal: data.maySend[kind] ? null : reasonOf(kind, partnerName, hasBoth) } as const
}

function reasonOf(kind: 'photos' | 'voice', name: string, hasBoth: boolean): string {
  if (kind === 'photos')
    return hasBoth ? t`${name} doesn't want photos here.` : t`You can send photos once you have both written.`
  return hasBoth
    ? t`${name} doesn't want voice messages here.`
    : t`You can send voice messages once you have both written.`
}
