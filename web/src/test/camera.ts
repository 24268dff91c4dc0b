import { fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'

export const SHOT = 'data:image/jpeg;base64,c2hvdA=='

/** Stubs a camera, and the canvas that jsdom does not have. */
export function stubCamera() {
  const track = { stop: vi.fn() }
  const stream = { getVideoTracks: () => [track], getAudioTracks: () => [], removeTrack: () => {} }
  const getUserMedia = vi.fn<(constraints: MediaStreamConstraints) => Promise<unknown>>(async () => stream)
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1280)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(720)
  const context = { drawImage: vi.fn(), translate: () => {}, scale: () => {} }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as RenderingContext) // the part that react-webcam uses
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(SHOT)

  return {
    track,
    constraints: () => getUserMedia.mock.calls.map(([constraints]) => constraints),
    fail: (name: string) => getUserMedia.mockRejectedValue(new DOMException('', name)),
    recover: () => getUserMedia.mockResolvedValue(stream),
    /** Reports the first frame of the video. */
    async start(): Promise<void> {
      fireEvent.loadedData(await screen.findByLabelText('Camera preview'))
    },
  }
}
