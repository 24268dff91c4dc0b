import { useEffect, useRef, useState } from 'react'

interface Source {
  /** Bytes, or why there are none. */
  load: () => Promise<Blob>
  durationMs: number
}

/** Plays a recording. It is fetched at its first play; any other one on the page stops. */
export function usePlayer({ load, durationMs }: Source) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [atMs, setAtMs] = useState(0)
  const url = useRef<string | null>(null)

  useEffect(() => () => release(url.current), [])

  useEffect(() => {
    if (!isPlaying) return
    let frame = 0
    const follow = () => {
      setAtMs((audio.current?.currentTime ?? 0) * 1_000)
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])

  async function play(): Promise<void> {
    const element = audio.current
    if (!element) return
    setFailed(false)
    try {
      if (!url.current) {
        setLoading(true)
        const bytes = await load()
        if (!element.isConnected) return
        url.current = URL.createObjectURL(bytes)
        element.src = url.current
        element.currentTime = atMs / 1_000
      }
      for (const other of document.querySelectorAll('audio')) if (other !== element) other.pause()
      await element.play()
    } catch (error) {
      const isPaused = error instanceof DOMException && error.name === 'AbortError' // by another recording
      if (!isPaused) setFailed(true)
    } finally {
      setLoading(false)
    }
  }

  function seek(ms: number): void {
    setAtMs(ms)
    if (audio.current && url.current) audio.current.currentTime = ms / 1_000
  }

  const element = {
    ref: audio,
    preload: 'none',
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onEnded: () => seek(0),
  } as const
  return {
    element,
    isPlaying,
    isLoading,
    hasFailed,
    atMs: Math.min(atMs, durationMs),
    toggle: () => (isPlaying ? audio.current?.pause() : void play()),
    stop: () => audio.current?.pause(),
    seek,
  }
}

function release(url: string | null): void {
  if (url) URL.revokeObjectURL(url)
}
