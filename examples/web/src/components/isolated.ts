// What people write, inside a sentence of the app.

/**
 * The text between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9), so that characters in it that turn the
 * direction do not turn what follows, such as a price.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}
