import { useEffect, useState } from 'react'

/** Address of bytes of this device while they are shown; null without bytes. */
export function useObjectUrl(bytes: ArrayBuffer | Blob | null, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!bytes) return
    const made = URL.createObjectURL(bytes instanceof Blob ? bytes : new Blob([bytes], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return url
}
