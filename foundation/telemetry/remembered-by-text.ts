// Caches values that are derived from texts, such as statements.

/** The maximum number of texts. The code has about a thousand; lists of different lengths add more. */
const MAX_TEXTS = 2_000
const MAX_CHARACTERS = 2_000_000
/** Longer texts are rare, and not remembered. */
const MAX_LENGTH = 10_000

/** Wraps `derive` with a memory for 2,000 texts and two million characters. A full memory is cleared. */
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
