import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { preferencesQuery } from '../../queries/discovery.ts'
import { useNamedPlaces } from '../../queries/places.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { PreferencesForm } from './preferences-form.tsx'

/** Whom the user wants to see. */
export function DiscoveryScreen() {
  const preferences = useQuery(preferencesQuery)
  const named = useNamedPlaces(preferences.data?.places ?? [])
  if (preferences.isPending || !named) return <ScreenSpinner label={t`Loading your preferences`} />
  if (preferences.isLoadingError)
    return (
      <main>
        <LoadFailure
          title={t`Couldn't load your preferences`}
          error={preferences.error}
          onRetry={preferences.refetch}
        />
      </main>
    )
  return <PreferencesForm preferences={preferences.data} named={named} />
}
