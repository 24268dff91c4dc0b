import { AUTH } from './mutants/auth.ts'
import { CHAT } from './mutants/chat.ts'
import { GATEWAY } from './mutants/gateway.ts'
import { KIT } from './mutants/kit.ts'
import type { Mutant, PackageMutants } from './mutants/mutant.ts'
import { SOCIAL } from './mutants/social.ts'

/** All mutants, one list for each package. */
export const PACKAGES: PackageMutants[] = [CHAT, SOCIAL, AUTH, GATEWAY, KIT]

export const MUTANTS: Mutant[] = PACKAGES.flatMap(({ mutants }) => mutants)
