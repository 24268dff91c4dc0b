/** Returns the error message for a Node that is too old to start, or null. Runs on that Node too: plain syntax, no import. */
export function complaintAboutNode(version) {
  if (isAtLeast(version, [20, 19])) return null
  return `Zing needs Node 20.19 or newer, and this is ${version.replace(/^v/, '')}. Install it from nodejs.org and run npm start again.`
}

/** Returns the error message for a Node that is too old to replace the pinned one, or null. */
export function complaintWithoutPinnedNode(version, pinned, platform) {
  if (isAtLeast(version, [22, 22])) return null // runs TypeScript, and the packages require it
  return `Zing runs on Node ${pinned}, which npm has not installed for ${platform}, and ${version.replace(/^v/, '')} is too old to run it instead. Install Node ${pinned} from nodejs.org and run npm start again.`
}

function isAtLeast(version, [wantedMajor, wantedMinor]) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}
