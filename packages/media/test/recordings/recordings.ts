import { readFileSync } from 'node:fs'

/** Recordings of 1.2 s. Files of ffmpeg carry a title, a place and a comment. */
export function recording(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url))
}

/** All formats that are accepted, with their duration. */
export const RECORDINGS = [
  ['plain.mp4', 'audio/mp4', 1_231],
  ['fragmented.mp4', 'audio/mp4', 1_231],
  ['cmaf.mp4', 'audio/mp4', 1_231], // in the shape that Safari asks for: an index, an edit list, one fragment
  ['mixed.mp4', 'audio/mp4', 1_231], // the first frames in the track, the others in fragments
  ['stereo.mp4', 'audio/mp4', 1_231],
  ['chromium.webm', 'audio/webm', 1_200], // clusters and segment without a length
  ['firefox.webm', 'audio/webm', 1_320],
  ['ffmpeg.webm', 'audio/webm', 1_221],
  ['long-packets.webm', 'audio/webm', 1_261], // packets of 60 ms
] as const
