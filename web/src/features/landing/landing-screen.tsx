import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { USERNAME_RESERVED_MS } from '@zing/proto/limits'
import { PRODUCT_NAME } from '@zing/proto/product'
import { clsx } from 'clsx'
import { Camera, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { chooseLanguage } from '../../lib/language/choice.ts'
import { textOf, useCommunity } from '../../lib/state/community.ts'
import { useStore } from '../../lib/state/create-store.ts'
import { isKnownDevice } from '../../lib/state/known-device.ts'
import { wholeDays } from '../../lib/text/relative-time.ts'
import { clientConfigQuery } from '../../queries/session/client-config.ts'
import { ownEnd } from '../../queries/session/ended-session.ts'
import { userQuery } from '../../queries/session/user.ts'
import { Bolt } from '../../ui/bolt.tsx'
import { buttonStyle } from '../../ui/button.tsx'
import { LanguageSelect } from '../../ui/language-select.tsx'
import { Redirect } from '../../ui/redirect.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'
import { CardPreview } from './card-preview.tsx'

/** Characters that fit a phone in the size of a headline. */
const SHORT_TAGLINE = 50

export function LandingScreen() {
  const user = useQuery(userQuery)
  const isAccountDeleted = useStore(ownEnd) === 'deletion'
  const { name, tagline: ownTagline } = useCommunity()
  const tagline = textOf(ownTagline)
  if (user.data) return <Redirect to={clientRoutes.feed} />

  return (
    <div
      data-panes
      className="safe-top safe-bottom flex min-h-dvh flex-col overflow-x-clip gradient-landing px-5 text-white animate-page"
    >
      <header className="flex items-center justify-between gap-2 pt-3 lg:px-5 lg:pt-5">
        <Wordmark />
        <LanguageSelect onChange={(tag) => void chooseLanguage(tag)} className="ms-auto shrink-0 px-1! text-sm" />
        <Link
          to={clientRoutes.auth}
          className="inline-flex min-h-11 shrink-0 items-center font-semibold underline underline-offset-2"
        >{t`Log in`}</Link>
      </header>
      <main className="mx-auto flex w-full max-w-md flex-1 flex-col landscape-phone:max-w-3xl">
        {isAccountDeleted && (
          <output className="mt-4 block rounded-card bg-white p-4 text-center font-semibold text-brand-2">{t`Your account has been deleted. Nobody can take your username for ${wholeDays(USERNAME_RESERVED_MS)}.`}</output>
        )}
        <div className="flex flex-1 flex-col items-center justify-center gap-6 py-6 low-window:gap-4 low-window:py-2 landscape-phone:grid landscape-phone:grid-cols-[auto_minmax(0,1fr)] landscape-phone:gap-y-3 landscape-phone:py-0 landscape-phone:*:first:row-span-2">
          <CardPreview />
          <div className="text-center landscape-phone:self-end">
            <ScreenTitle
              className={clsx(
                'leading-tight wrap-anywhere text-balance landscape-phone:text-2xl',
                tagline.length > SHORT_TAGLINE ? 'text-2xl' : 'text-[clamp(1.5rem,8vw,2.25rem)]',
              )}
            >
              {tagline || (
                <>
                  {t`See someone you like?`} <br />
                  {name === PRODUCT_NAME ? t`Zing them.` : t`Let them know.`}
                </>
              )}
            </ScreenTitle>
            <p className="mt-2 text-lg font-semibold low-window:mt-1 low-window:text-base">{t`Connect with others in real time.`}</p>
            <p className="mt-2 text-balance low-window:mt-1 low-window:text-sm">
              <Trans>
                One face at a time. If it's mutual, you chat.
                <br />
                No fees, no ads. Passes stay secret.
              </Trans>
            </p>
          </div>
          <section aria-labelledby="steps" className="w-full landscape-phone:self-start">
            <h2
              id="steps"
              className="mb-3 text-center text-lg landscape-phone:sr-only"
            >{t`Find your connection now`}</h2>
            <ul className="grid grid-cols-3 gap-2 text-center text-sm font-medium">
              <Feature icon={<Camera aria-hidden className="size-6" strokeWidth={1.75} />} text={t`Create profile`} />
              <Feature icon={<Bolt isFilled={false} />} text={t`Find matches`} />
              <Feature
                icon={<MessageCircle aria-hidden className="size-6" strokeWidth={1.75} />}
                text={t`Chat instantly`}
              />
            </ul>
          </section>
        </div>
        <Door />
        <About />
      </main>
      <Terms />
    </div>
  )
}

function Door() {
  const { name, registration } = useCommunity()
  const style = buttonStyle({ variant: 'light', size: 'lg', wide: true })
  const hint = {
    open: '',
    approval: t`New members are let in by a person, usually within a day.`,
    invitation: t`${name} is by invitation. If you have a link, open it to join.`,
    closed: t`${name} isn't taking new members right now. Members can log in.`,
  }[registration.mode]
  const isOpen = registration.mode === 'open' || registration.mode === 'approval'
  return (
    <>
      {hint && <p className="mb-3 text-center font-medium text-balance">{hint}</p>}
      {isOpen ? (
        <Link to={clientRoutes.auth} state={{ isNew: !isKnownDevice() }} className={clsx(style, 'group')}>
          <span className="group-hover:hidden">{t`Get started`}</span>
          <span className="hidden group-hover:inline">{t`Find matches now`}</span>
        </Link>
      ) : (
        <Link to={clientRoutes.auth} className={style}>{t`Log in`}</Link>
      )}
    </>
  )
}

/** Below the button, which a long text would move out of sight. */
function About() {
  const { name, about } = useCommunity()
  const text = textOf(about)
  if (!text) return null
  return (
    <section aria-labelledby="about" className="pt-8">
      <h2 id="about" className="mb-2 text-lg">
        {t`About ${name}`}
      </h2>
      <p className="leading-relaxed wrap-anywhere whitespace-pre-line">{text}</p>
    </section>
  )
}

function Feature({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <li className="flex flex-col items-center gap-1.5">
      {icon}
      {text}
    </li>
  )
}

function Terms() {
  const { data: config } = useQuery(clientConfigQuery)
  const { hasRules } = useCommunity()
  const link = 'inline-block py-1 font-semibold underline underline-offset-2'
  return (
    <footer className="py-4 text-center text-sm low-window:py-2">
      <Trans>
        By entering you agree to the{' '}
        <a href={config?.termsUrl} target="_blank" rel="noreferrer" className={link}>
          terms of service
        </a>{' '}
        and consent to the{' '}
        <a href={config?.privacyUrl} target="_blank" rel="noreferrer" className={link}>
          privacy policies
        </a>
        .
      </Trans>
      {hasRules && (
        <>
          {' '}
          <Trans>
            Please read the{' '}
            <Link to={clientRoutes.rules} className={link}>
              rules
            </Link>
            .
          </Trans>
        </>
      )}
    </footer>
  )
}
