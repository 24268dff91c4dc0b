import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsQuery, type VersionedSettings } from '../../queries/moderation/settings.ts'
import { ScreenFailure } from '../../ui/load-failure.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'

/** A screen that needs the settings. */
export function LoadedSettings({
  title,
  children,
}: {
  title: string
  children: (data: VersionedSettings) => ReactNode
}) {
  const { data, error, isPending, refetch } = useQuery(settingsQuery)
  if (isPending) return <ScreenSpinner label={t`Loading the settings`} />
  if (!data) return <ScreenFailure title={t`Couldn't load the settings`} error={error} onRetry={refetch} />
  return (
    <main className="flex flex-col gap-4 p-4 lg:p-6">
      <h2 className="text-2xl">{title}</h2>
      {children(data)}
    </main>
  )
}
