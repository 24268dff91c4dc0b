import { clientRoutes } from '@zing/proto/client-routes'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { MODES } from './door-list.ts'
import { FallbackNotice } from './fallback-notice.tsx'
import { LoadedSettings } from './loaded-settings.tsx'

const LINKS = [
  { to: clientRoutes.applications, label: 'Applications', hint: 'People who want to join' },
  { to: clientRoutes.moderation, label: 'Cases', hint: 'Reports that somebody has to decide' },
  { to: clientRoutes.adminSettings, label: 'Settings', hint: 'Name, colour, rules and features' },
  { to: clientRoutes.audit, label: 'Audit log', hint: 'Who has done what' },
]

/** The keeper's first screen: how the door stands, and where to go. */
export function OverviewScreen() {
  return (
    <LoadedSettings title="Overview">
      {(data) => {
        const mode = MODES.find(({ value }) => value === data.settings.registration.mode)
        return (
          <>
            <FallbackNotice data={data} />
            <section aria-labelledby="door" className="rounded-card border border-line bg-surface p-4 sm:p-5">
              <h3 id="door" className="text-sm font-semibold text-ink-2">
                The door
              </h3>
              <p className="font-display text-2xl font-bold">{mode?.label}</p>
              <p className="text-ink-2">{mode?.hint}</p>
              <Link
                to={clientRoutes.adminDoor}
                className="mt-2 inline-flex min-h-11 items-center font-semibold text-zing underline underline-offset-4"
              >
                Change who may join
              </Link>
            </section>
            <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
              {LINKS.map(({ to, label, hint }) => (
                <li key={to}>
                  <Link to={to} className="flex min-h-14 items-center gap-3 px-4 py-2 outline-offset-[-3px]">
                    <span className="flex-1">
                      <span className="block font-semibold">{label}</span>
                      <span className="block text-sm text-ink-2">{hint}</span>
                    </span>
                    <ChevronRight aria-hidden className="size-5 text-ink-2 rtl:-scale-x-100" strokeWidth={1.75} />
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </LoadedSettings>
  )
}
