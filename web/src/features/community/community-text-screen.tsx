import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '@zing/proto/endpoint'
import type { getCommunity } from '@zing/proto/http/community'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { textOf, useCommunity } from '../../lib/state/community.ts'
import { communityQuery } from '../../queries/community.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'

export type CommunityText = 'terms' | 'privacy' | 'rules'
type Community = ResponseOf<typeof getCommunity>

const TITLES: Record<CommunityText, MessageDescriptor> = {
  terms: msg`Terms of service`,
  privacy: msg`Privacy policy`,
  rules: msg`Rules`,
}

/** A text of the operator's, for members and visitors; `missing` where there is none. */
export function CommunityTextScreen({ page, missing }: { page: CommunityText; missing: ReactNode }) {
  const { name, hasTermsText, hasPrivacyText, hasRules } = useCommunity()
  const isThere = { terms: hasTermsText, privacy: hasPrivacyText, rules: hasRules }[page]
  if (!isThere) return missing

  return (
    <div data-barless className="safe-top safe-bottom flex flex-1 flex-col px-5 pb-8 animate-page">
      <header className="-mx-2 flex min-h-14 items-center">
        <Link to="/" className={buttonStyle({ variant: 'ghost', size: 'sm' })}>
          <ArrowLeft aria-hidden className="size-5 shrink-0 rtl:-scale-x-100" />
          <span className="max-w-56 truncate">{name}</span>
        </Link>
      </header>
      <main>
        <ScreenTitle className="mb-4 text-3xl">{t(TITLES[page])}</ScreenTitle>
        <Text page={page} />
      </main>
    </div>
  )
}

function Text({ page }: { page: CommunityText }) {
  const { data: community, error, refetch } = useQuery(communityQuery)
  if (error && !community) return <LoadFailure title={t`Couldn't load this page`} error={error} onRetry={refetch} />
  if (!community) return <ScreenSpinner label={t`Loading`} />
  if (page === 'rules') return <Rules rules={community.rules} />
  return <Paragraphs text={textOf(community[page].text)} />
}

function Rules({ rules }: { rules: Community['rules'] }) {
  return (
    <ol className="flex flex-col gap-5">
      {rules.map(({ title, text }, index) => (
        <li key={textOf(title)} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
          <span
            aria-hidden
            className="grid size-8 place-items-center rounded-full bg-zing font-display font-bold text-on-zing"
          >
            {index + 1}
          </span>
          <div>
            <h2 className="min-h-8 content-center text-lg leading-snug">{textOf(title)}</h2>
            <Paragraphs text={textOf(text)} />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Keeps the lines that the operator has made. */
function Paragraphs({ text }: { text: string }) {
  return <p className="leading-relaxed wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>
}
