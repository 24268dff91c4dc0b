// k6 globals that its types do not declare.
declare const console: { warn(line: string): void }
declare const crypto: {
  randomUUID(): string
  subtle: {
    importKey(
      format: 'raw',
      key: Uint8Array,
      algorithm: string,
      isExtractable: boolean,
      usages: string[],
    ): Promise<object>
    deriveBits(derivation: object, key: object, bits: number): Promise<ArrayBuffer>
  }
}
// of support/base64.ts
declare var atob: (text: string) => string
declare var btoa: (text: string) => string
