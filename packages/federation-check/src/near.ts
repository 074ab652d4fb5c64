// Suggests names for a mistyped one. The main module of graphql does not export suggestionList. Importing its file is
// safe: package.json pins the version of graphql, which has no `exports` to forbid it.
import { suggestionList } from 'graphql/jsutils/suggestionList.js'

/** Shorter names get no suggestion: one edit of `x` would reach any other short name, such as `a`. */
const MIN_LENGTH = 3

/**
 * A sentence with the most similar name and those that have all words of the name in them, and a space before it;
 * empty where none is near, and for a name of one or two letters.
 */
export function didYouMean(name: string, names: readonly string[]): string {
  if (name.length < MIN_LENGTH) return ''
  const words = name.toLowerCase().split(/\W+/)
  const having = names.filter((one) => words.every((word) => one.includes(word)))
  const near = new Set([...suggestionList(name, names).slice(0, 1), ...having])
  return near.size > 0 ? ` Did you mean ${[...near].slice(0, 5).join(', ')}?` : ''
}
