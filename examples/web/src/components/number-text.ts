// Numbers as the reader's language has them.
const NUMBERS = new Intl.NumberFormat()

export function numberText(value: number): string {
  return NUMBERS.format(value)
}

/** A number of something: "1 member", "2,000 members". */
export function countText(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}

/** A change: with its sign, and a minus that is as wide as the plus. */
export function changeText(amount: number): string {
  return amount > 0 ? `+${numberText(amount)}` : `−${numberText(-amount)}`
}
