/** Limits the browser to displaying the photo or playing the recording, and keeps it nowhere. */
export const MEDIA_HEADERS = {
  'Content-Disposition': 'inline; filename="evidence"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}

export const PHOTO_HEADERS = {
  ...MEDIA_HEADERS,
  'Content-Type': 'image/jpeg',
  'Content-Disposition': 'inline; filename="evidence.jpg"',
}
