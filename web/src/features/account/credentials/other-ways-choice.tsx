import { plural, t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { listText } from '../../../lib/text/list-text.ts'
import { passkeysQuery } from '../../../queries/session/account.ts'
import { recoveryCodesQuery } from '../../../queries/session/own-account.ts'
import { CheckBox } from '../../../ui/inputs/check-box.tsx'

interface OtherWays {
  /** Null for a user without any. */
  label: string | null
  /** The known ways in, by kind. */
  names: string[]
}

/** The ways in besides the password. A kind that could not be loaded counts as present. */
export function useOtherWays(): OtherWays {
  const { data: passkeys } = useQuery(passkeysQuery)
  const { data: codes } = useQuery(recoveryCodesQuery)
  const hasPasskeys = passkeys?.length !== 0
  const hasCodes = codes?.unused !== 0
  const names = [
    ...(passkeys?.length ? [t`Passkeys: ${listText(passkeys.map(({ name }) => name))}`] : []),
    ...(codes?.unused
      ? [plural(codes.unused, { one: '# unused recovery code', other: '# unused recovery codes' })]
      : []),
  ]
  return { label: labelOf(hasPasskeys, hasCodes), names }
}

function labelOf(hasPasskeys: boolean, hasCodes: boolean): string | null {
  if (hasPasskeys && hasCodes) return t`Also remove my passkeys and recovery codes`
  if (hasPasskeys) return t`Also remove my passkeys`
  return hasCodes ? t`Also remove my recovery codes` : null
}

/** Offers to remove the ways in that somebody who knew the old password may have made. */
export function OtherWaysChoice({ ways: { label, names }, ...input }: { ways: OtherWays } & ComponentProps<'input'>) {
  if (label === null) return null
  const hint = (
    <>
      {names.map((name) => (
        <span key={name} dir="auto" className="block [overflow-wrap:anywhere]">
          {name}
        </span>
      ))}
      <span className="block">{t`Someone who knew your old password may have added them.`}</span>
    </>
  )
  return <CheckBox {...input} label={label} hint={hint} />
}
