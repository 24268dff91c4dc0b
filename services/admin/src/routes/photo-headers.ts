/** Limits the browser to displaying the photo, and keeps it nowhere. */
export const PHOTO_HEADERS = {
  'Content-Type': 'image/jpeg',
  'Content-Disposition': 'inline; filename="evidence.jpg"',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
}
