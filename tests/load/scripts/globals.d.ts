// What k6 has globally and its types leave out.
declare const console: { warn(line: string): void }
declare const crypto: { randomUUID(): string }
