import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { alertsQuery, useSaveAlerts } from '../../queries/discovery.ts'
import { Button } from '../../ui/button.tsx'

/** Asks to be told of new people who fit, or no longer. */
export function AlertsButton() {
  const { data } = useQuery(alertsQuery)
  const { mutate, isPending } = useSaveAlerts()
  if (!data) return null

  function toggle(): void {
    mutate(!data?.enabled, {
      onSuccess: ({ enabled }) =>
        enabled
          ? toast(t`We'll tell you`, t`At most once a day, among your notifications.`)
          : toast(t`We won't tell you anymore`),
      onError: (error) => toastError(t`Couldn't save your change`, error.message),
    })
  }

  const Icon = data.enabled ? BellOff : Bell
  return (
    <Button variant="outline" disabled={isPending} onClick={toggle} className="whitespace-normal!">
      <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
      {data.enabled ? t`Don't tell me of new people` : t`Tell me when someone new fits`}
    </Button>
  )
}
