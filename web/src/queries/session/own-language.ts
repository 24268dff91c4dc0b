import type { QueryClient } from '@tanstack/react-query'
import { language as languageRule } from '@zing/proto/community/language'
import { updateAccount } from '@zing/proto/http/account'
import { call } from '../../lib/http/call.ts'
import { setCachedUser } from './set-cached-user.ts'

/** Stores the language with the account. Skips a language that only tests speak. */
export async function saveLanguage(client: QueryClient, tag: string): Promise<void> {
  const { data: language } = languageRule.safeParse(tag)
  if (language) setCachedUser(client, await call(client, updateAccount, { body: { language } }))
}
