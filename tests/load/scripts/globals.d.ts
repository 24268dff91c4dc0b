// k6 globals that its types do not declare.
declare const console: { warn(line: string): void }
declare const crypto: { randomUUID(): string }
