import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod/mini'
import { endOf } from '../../lib/state/per-session.ts'
import { readStored, writeStored } from '../../lib/state/stored.ts'
import { endedSession } from '../session/ended-session.ts'
import { useUser } from '../session/user-context.ts'

interface KeptDraft<T> {
  /** The user's edits when the form closed without a save; null otherwise. */
  draft: T | null
  discard(): void
  /** Each render calls it with a function for the values to keep when the form closes, or null for none. */
  keep(values: (() => T) | null): void
  /** The form calls it after a save. */
  saved(): void
}

/** Keeps the values of a form that the signed-in user leaves unsaved, also with its page, until a sign-out. */
export function useKeptDraft<T>(form: string, schema: z.ZodMiniType<T>): KeptDraft<T> {
  const client = useQueryClient()
  const key = `zing.draft.${useUser().id}.${form}`
  const [draft, setDraft] = useState(() => readStored(sessionStorage, key, schema))
  const kept = useRef<(() => T) | null>(null)
  const isSaved = useRef(false)

  useEffect(() => {
    function store(): void {
      const isOwn = endedSession.get() || !endOf(client).aborted // a logout has cleared the drafts
      writeStored(sessionStorage, key, !isSaved.current && isOwn && kept.current ? kept.current() : null)
    }
    window.addEventListener('pagehide', store) // such as a reload
    return () => {
      window.removeEventListener('pagehide', store)
      store()
    }
  }, [key, client])

  return {
    draft,
    discard: () => setDraft(null),
    keep(values) {
      kept.current = values
    },
    saved() {
      isSaved.current = true
    },
  }
}
