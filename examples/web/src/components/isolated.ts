// A text of somebody inside a sentence of the app.

/**
 * The text between the signs FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9): one that turns its direction
 * leaves what follows as it is, such as a price.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`
}
