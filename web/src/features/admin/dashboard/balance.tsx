import { t } from '@lingui/core/macro'
import type { Meetings } from '@zing/proto/community/dashboard'
import { BarShape, Count } from '../charts/bars.tsx'
import { ages } from './numbers.ts'
import { genderPlural } from './words.ts'

/** Who is here, and who is looked for. */
export function Balance({ balance }: { balance: Meetings['balance'] }) {
  const shown = balance.filter(({ members, seekers }) => members !== null || seekers !== null)
  const most = Math.max(1, ...shown.flatMap(({ members, seekers }) => [members ?? 0, seekers ?? 0]))
  if (shown.length === 0) return null
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t`Who looks for whom`}</caption>
      <thead className="text-[13px] text-ink-2">
        <tr className="flex gap-3">
          <th scope="col" className="flex-1 text-start font-normal">{t`Group`}</th>
          <th scope="col" className="flex w-16 items-center justify-end gap-1 font-normal">
            <Swatch className="bg-zing" /> {t`Here`}
          </th>
          <th scope="col" className="flex w-20 items-center justify-end gap-1 font-normal">
            <Swatch className="bg-ink-2" /> {t`Wanted`}
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ gender, ageFrom, ageTo, members, seekers }) => (
          <tr key={`${gender}${ageFrom}`} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <th scope="row" className="min-w-0 flex-1 text-start font-normal">
              {genderPlural(gender)} <span className="whitespace-nowrap">{ages({ ageFrom, ageTo })}</span>
            </th>
            <td className="w-16 text-end tabular-nums">
              <Count value={members} />
            </td>
            <td className="w-20 text-end tabular-nums">
              <Count value={seekers} />
            </td>
            <td aria-hidden className="grid basis-full gap-0.5 pt-1">
              <BarShape share={(members ?? 0) / most} />
              <BarShape share={(seekers ?? 0) / most} className="fill-ink-2" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Swatch({ className }: { className: string }) {
  return <span aria-hidden className={`size-2.5 rounded-full ${className}`} />
}
