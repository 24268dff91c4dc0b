import { vi } from 'vitest'

/** Lets uploads call the stubbed `fetch`, so that `stubApi` answers them; jsdom's own requests would leave the page. */
export function stubUploads(): void {
  vi.stubGlobal('XMLHttpRequest', UploadRequest)
}

class UploadRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onloadend = () => {}
  status = 0
  responseText = ''
  private url = ''
  private method = ''
  private headers = new Headers()
  private hasEnded = false

  open(method: string, url: string): void {
    this.method = method
    this.url = url
  }

  setRequestHeader(): void {}

  getResponseHeader(name: string): string | null {
    return this.headers.get(name)
  }

  send(file: Blob): void {
    this.upload.onprogress?.({ loaded: file.size / 2, total: file.size })
    fetch(this.url, { method: this.method, body: file }).then(
      async (response) => {
        const text = await response.text()
        if (this.hasEnded) return
        Object.assign(this, { status: response.status, responseText: text, headers: response.headers })
        this.end()
      },
      () => this.end(),
    )
  }

  abort(): void {
    this.end()
  }

  private end(): void {
    if (this.hasEnded) return
    this.hasEnded = true
    this.onloadend()
  }
}
