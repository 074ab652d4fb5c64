// Numbers as the reader's language has them.
const NUMBERS = new Intl.NumberFormat()

export function numberText(value: number): string {
  return NUMBERS.format(value)
}

/** A change: with its sign, and a minus that is as wide as the plus. */
export function changeText(amount: number): string {
  return amount > 0 ? `+${numberText(amount)}` : `−${numberText(-amount)}`
}
