import { vi } from 'vitest'

/** Stands in for the recorder of the browser. Each request for data, and the end, yields one chunk. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => FakeRecorder.types.includes(type)
  static types = ['audio/webm;codecs=opus']
  state: 'inactive' | 'recording' | 'paused' = 'inactive'
  readonly mimeType: string

  constructor(_stream: MediaStream, { mimeType }: { mimeType: string }) {
    super()
    this.mimeType = mimeType
  }

  start(): void {
    this.state = 'recording'
  }

  pause(): void {
    this.state = 'paused'
  }

  resume(): void {
    this.state = 'recording'
  }

  requestData(): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['part']) }))
  }

  stop(): void {
    this.requestData()
    this.state = 'inactive'
    this.dispatchEvent(new Event('stop'))
  }
}

/** Gives the page a microphone; jsdom has none. `types`: what the browser can write. */
export function stubMicrophone({ types = ['audio/webm;codecs=opus'], error = null as Error | null } = {}) {
  const stop = vi.fn()
  FakeRecorder.types = types
  const stream = { getTracks: () => [{ stop }] }
  const getUserMedia = vi.fn(() => (error ? Promise.reject(error) : Promise.resolve(stream)))
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  return { stop, getUserMedia }
}
