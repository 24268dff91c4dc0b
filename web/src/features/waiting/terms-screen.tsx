import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { hasCode } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { communityQuery } from '../../queries/community.ts'
import { useAcceptTerms } from '../../queries/session/application.ts'
import { Button } from '../../ui/button.tsx'
import { isLegalPage, LegalLink } from '../../ui/legal-link.tsx'
import { ScreenFailure } from '../../ui/load-failure.tsx'
import { RulesList } from '../../ui/rules-list.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { ScreenSpinner, Spinner } from '../../ui/spinner.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { LogoutButton } from './waiting-screen.tsx'

/** Stands before every screen until the user has accepted the new rules and terms, and then shows that screen. */
export function TermsScreen() {
  const { data: community, error, refetch } = useQuery(communityQuery)
  const { mutateAsync, isPending } = useAcceptTerms()
  const accept = useSingleFlight((version: number) =>
    mutateAsync(version).catch((failure: Error) => {
      toastError(t`Couldn't save that`, failure.message)
      if (hasCode(failure, 'TERMS_CHANGED')) return refetch() // they have changed once more
    }),
  )
  if (!community && error)
    return <ScreenFailure title={t`Something went wrong`} error={error} onRetry={refetch} isPage />
  if (!community) return <ScreenSpinner label={t`Loading`} isPage />
  const { name, terms, privacy, rules } = community
  return (
    <main data-barless className="safe-top safe-bottom flex flex-1 flex-col justify-center gap-6 p-5 animate-page">
      <Wordmark className="inline-flex self-center text-3xl [&>svg]:text-zing" />
      <section aria-labelledby="terms" className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
        <div>
          <ScreenTitle id="terms" className="text-2xl">
            {titleOf(rules.length > 0, isLegalPage(terms))}
          </ScreenTitle>
          <p className="mt-1 text-ink-2">
            <Trans>
              <bdi>{name}</bdi> asks you to read this before you go on. Your matches and chats are where you left them.
            </Trans>
          </p>
        </div>
        {rules.length > 0 && <RulesList rules={rules} />}
        <p className="flex flex-wrap gap-x-4 empty:hidden">
          <LegalLink page={terms} title={t`Read the terms`} />
          <LegalLink page={privacy} title={t`Privacy policy`} />
        </p>
        <Button size="lg" wide disabled={isPending} onClick={() => accept(terms.version)}>
          {isPending && <Spinner />}
          {t`Accept`}
        </Button>
        <LogoutButton />
      </section>
    </main>
  )
}

function titleOf(hasRules: boolean, hasTerms: boolean): string {
  if (!hasTerms) return t`The rules have changed`
  return hasRules ? t`The rules and terms have changed` : t`The terms have changed`
}
