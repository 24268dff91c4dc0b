import encoding from 'k6/encoding'

// Browsers have these; the client's solver of challenges needs them.
globalThis.atob = (text) => encoding.b64decode(text, 'std', 's')
globalThis.btoa = (text) => encoding.b64encode(text)
