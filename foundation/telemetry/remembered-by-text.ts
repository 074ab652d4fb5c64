// Remembers what was derived from texts, such as statements, so that it is derived once for each.

/** The code has about a thousand. Lists of different lengths make more. */
const MAX_TEXTS = 2_000
const MAX_CHARACTERS = 2_000_000
/** What is longer is rare, and derived each time. */
const MAX_LENGTH = 10_000

/** The function with a memory of its own: 2,000 texts, or fewer with two million characters. Full, it begins anew. */
export function rememberedByText<Value extends string | boolean>(
  derive: (text: string) => Value,
): (text: string) => Value {
  const known = new Map<string, Value>()
  let characters = 0
  return (text) => {
    const value = known.get(text)
    if (value !== undefined) return value
    const derived = derive(text)
    if (text.length > MAX_LENGTH) return derived
    if (known.size === MAX_TEXTS || characters + text.length > MAX_CHARACTERS) {
      known.clear()
      characters = 0
    }
    known.set(text, derived)
    characters += text.length
    return derived
  }
}
