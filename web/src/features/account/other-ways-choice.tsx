import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { passkeysQuery, recoveryCodesQuery } from '../../queries/session/account.ts'
import { CheckBox } from '../../ui/inputs/check-box.tsx'

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
  const kinds = [...(passkeys?.length === 0 ? [] : ['passkeys']), ...(codes?.unused === 0 ? [] : ['recovery codes'])]
  const names = [
    ...(passkeys?.length ? [`Passkeys: ${passkeys.map(({ name }) => name).join(', ')}`] : []),
    ...(codes?.unused ? [`${codes.unused} unused recovery ${codes.unused === 1 ? 'code' : 'codes'}`] : []),
  ]
  return { label: kinds.length > 0 ? `Also remove my ${kinds.join(' and ')}` : null, names }
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
      <span className="block">Someone who knew your old password may have added them.</span>
    </>
  )
  return <CheckBox {...input} label={label} hint={hint} />
}
