export interface Device {
  userAgent: string
  platform: string
  maxTouchPoints: number
  /** Opened from the home screen. */
  isInstalled: boolean
}

export function thisDevice(): Device {
  const { userAgent, platform, maxTouchPoints } = navigator
  const isInstalled = matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true
  return { userAgent, platform, maxTouchPoints, isInstalled }
}

/** True for iPads too, which report themselves as a Mac, but with a touch screen. */
export function isIos({ userAgent, platform, maxTouchPoints }: Device): boolean {
  return /iPad|iPhone|iPod/.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1)
}

/** Excludes other browsers on iOS, which carry Safari's name beside their own. */
export function isIosSafari(device: Device): boolean {
  return (
    isIos(device) && /Safari/.test(device.userAgent) && !/CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo/.test(device.userAgent)
  )
}

export function isIosApp(device: Device): boolean {
  return isIos(device) && device.isInstalled
}
