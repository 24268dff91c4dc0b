import { type LocalText, textIn } from '@zing/proto/community/local-text'
import { COMMUNITY_ELEMENT, DEFAULT_COMMUNITY, type ShellCommunity } from '@zing/proto/community/shell'
import { createStore, useStore } from './create-store.ts'

/** The community that this page is of: the gateway writes it into the page, so nothing waits for it. */
export const communityStore = createStore<ShellCommunity>(readShell())

/** Name, tagline, about, logo, registration, features and the rest of `ShellCommunity`. */
export function useCommunity(): ShellCommunity {
  return useStore(communityStore)
}

/** The same outside React. */
export function community(): ShellCommunity {
  return communityStore.get()
}

/** The operator's text in the language of the page. */
export function textOf(local: LocalText | null): string {
  return textIn(local, document.documentElement.lang, community().defaultLanguage)
}

/** The page's language; undefined while it is the community's default one. */
export function ownLanguage(): string | undefined {
  const { lang } = document.documentElement
  return lang && lang !== community().defaultLanguage ? lang : undefined
}

function readShell(): ShellCommunity {
  const json = globalThis.document?.getElementById(COMMUNITY_ELEMENT)?.textContent // a unit test has no document
  return json ? JSON.parse(json) : DEFAULT_COMMUNITY
}
