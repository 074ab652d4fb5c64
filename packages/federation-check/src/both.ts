// One value for each side of the check.

export interface Both<T> {
  base: T
  head: T
}
