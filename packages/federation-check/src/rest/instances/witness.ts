// Writes an instance into a message.

const MAX_LENGTH = 120

/** The instance as JSON in printable ASCII characters, cut where it is long. */
export function shownInstance(instance: unknown): string {
  const text = JSON.stringify(instance).replaceAll(/[^ -~]|`/g, escapedCharacter)
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`
}

const escapedCharacter = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
