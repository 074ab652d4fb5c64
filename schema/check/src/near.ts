// The names that a mistyped one may mean.
import { suggestionList } from 'graphql/jsutils/suggestionList.js'

/**
 * A sentence with the most similar name and those that have all words of the name in them, and a space before it;
 * empty where none is near.
 */
export function didYouMean(name: string, names: readonly string[]): string {
  const words = name.toLowerCase().split(/\W+/)
  const having = names.filter((one) => words.every((word) => one.includes(word)))
  const near = new Set([...suggestionList(name, names).slice(0, 1), ...having])
  return near.size > 0 ? ` Did you mean ${[...near].slice(0, 5).join(', ')}?` : ''
}
