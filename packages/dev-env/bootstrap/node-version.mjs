/** The sentence for a Node that is too old, or null. Runs on the old one, too: plain syntax, no import. */
export function complaintAboutNode(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return null
  return `Zing needs Node 20.19 or newer; this is ${version.replace(/^v/, '')}. Install it from nodejs.org and run npm start again.`
}
