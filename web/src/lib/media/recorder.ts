import { createStore, type Store } from '../state/create-store.ts'
import { levelOf, toPeaks } from './peaks.ts'

/** AAC in MP4 plays everywhere; browsers that cannot write it write Opus in WebM. */
const TYPES = ['audio/mp4;codecs=mp4a.40.2', 'audio/webm;codecs=opus']
/** A minute takes 360 kB. */
const BITS_PER_SECOND = 48_000
const LEVEL_EVERY_MS = 100
const SAMPLES_PER_LEVEL = 4096

export interface Recording {
  file: Blob
  durationMs: number
  /** 64 heights from 0 to 1. */
  peaks: number[]
}

/** `ended`: it can be heard, sent and discarded, but not continued. */
export type RecorderPhase = 'starting' | 'recording' | 'paused' | 'ended' | 'failed'

export interface RecorderState {
  phase: RecorderPhase
  elapsedMs: number
  /** Loudness every 100 ms, from 0 to 1. */
  levels: readonly number[]
  /** Why it failed. */
  error: unknown
}

export interface Recorder {
  state: Store<RecorderState>
  pause(): void
  resume(): void
  /** Pauses, and returns the recording so far. Null if there is nothing. */
  take(): Promise<Recording | null>
  /** Ends it for good, as some browsers can only play what is complete. */
  finish(): Promise<Recording | null>
  /** Releases the microphone. */
  close(): void
}

/** Records the microphone from now on, for at most `maxMs`. Call it in a user's gesture, or Safari stays silent. */
export function startRecorder(maxMs: number): Recorder {
  const state = createStore<RecorderState>({ phase: 'starting', elapsedMs: 0, levels: [], error: null })
  const change = (more: Partial<RecorderState>) => state.set({ ...state.get(), ...more })
  const chunks: Blob[] = []
  let stream: MediaStream | null = null
  let recorder: MediaRecorder | null = null
  let context: AudioContext | null = null
  let analyser: AnalyserNode | null = null
  let resumedAt = 0
  let timer = 0
  let isClosed = false

  void start().catch((error: unknown) => {
    close()
    change({ phase: 'failed', error })
  })

  async function start(): Promise<void> {
    if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') throw unsupported()
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))
    if (!mimeType) throw unsupported()
    context = typeof AudioContext === 'undefined' ? null : new AudioContext()
    stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
    if (isClosed) return close()
    analyser = analyse(context, stream)
    recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND })
    recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && chunks.push(data))
    recorder.addEventListener('stop', end) // also of a microphone that was unplugged
    recorder.start()
    run()
  }

  function run(): void {
    resumedAt = performance.now()
    change({ phase: 'recording' })
    timer = window.setInterval(tick, LEVEL_EVERY_MS)
  }

  function tick(): void {
    const { levels } = state.get()
    const now = performance.now()
    const elapsedMs = state.get().elapsedMs + now - resumedAt
    resumedAt = now
    if (elapsedMs < maxMs) return change({ elapsedMs, levels: [...levels, measure(analyser)] })
    change({ elapsedMs: maxMs })
    recorder?.stop()
    end()
  }

  function halt(): void {
    clearInterval(timer)
    if (state.get().phase === 'recording') {
      const elapsedMs = Math.min(maxMs, state.get().elapsedMs + performance.now() - resumedAt)
      change({ elapsedMs })
    }
  }

  function end(): void {
    halt()
    release()
    if (['recording', 'paused'].includes(state.get().phase)) change({ phase: 'ended' })
  }

  function pause(): void {
    if (state.get().phase !== 'recording') return
    recorder?.pause()
    halt()
    change({ phase: 'paused' })
  }

  function resume(): void {
    if (state.get().phase !== 'paused') return
    recorder?.resume()
    run()
  }

  async function take(): Promise<Recording | null> {
    pause()
    if (recorder && recorder.state !== 'inactive')
      await answerOf(recorder, 'dataavailable', () => recorder?.requestData())
    return recording()
  }

  async function finish(): Promise<Recording | null> {
    if (recorder && recorder.state !== 'inactive') await answerOf(recorder, 'stop', () => recorder?.stop())
    end()
    return recording()
  }

  function recording(): Recording | null {
    const { elapsedMs, levels } = state.get()
    const file = new Blob(chunks, { type: recorder?.mimeType.split(';')[0] ?? '' })
    return file.size > 0 ? { file, durationMs: Math.round(elapsedMs), peaks: toPeaks(levels) } : null
  }

  function release(): void {
    for (const track of stream?.getTracks() ?? []) track.stop()
    void context?.close().catch(() => {})
    context = null
  }

  function close(): void {
    isClosed = true
    clearInterval(timer)
    if (recorder && recorder.state !== 'inactive') recorder.stop()
    release()
  }

  return { state, pause, resume, take, finish, close }
}

function unsupported(): DOMException {
  return new DOMException('', 'NotSupportedError')
}

function analyse(context: AudioContext | null, stream: MediaStream): AnalyserNode | null {
  if (!context) return null
  const analyser = context.createAnalyser()
  analyser.fftSize = SAMPLES_PER_LEVEL
  context.createMediaStreamSource(stream).connect(analyser)
  return analyser
}

function measure(analyser: AnalyserNode | null): number {
  if (!analyser) return 0
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  return levelOf(samples)
}

/** Waits for the event that follows a call. */
function answerOf(recorder: MediaRecorder, event: 'dataavailable' | 'stop', ask: () => void): Promise<void> {
  return new Promise((resolve) => {
    recorder.addEventListener(event, () => resolve(), { once: true })
    ask()
  })
}
