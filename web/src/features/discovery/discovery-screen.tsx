import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { preferencesQuery } from '../../queries/discovery.ts'
import { useNamedPlaces } from '../../queries/places.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
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
        <EmptyState title={t`Couldn't load your preferences`} hint={preferences.error.message} drawing="lost">
          <Button onClick={() => preferences.refetch()}>{t`Try Again`}</Button>
        </EmptyState>
      </main>
    )
  return <PreferencesForm preferences={preferences.data} named={named} />
}
