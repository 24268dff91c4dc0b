/**
 * `onLoad` of an image that no screen waits for. React delays a transition, and the first screen, until the images without
 * `onLoad` inside of a `ViewTransition` are loaded.
 */
export function notAwaited(): void {}
