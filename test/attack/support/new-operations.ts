// Operations that are slow to plan. Each number gives another one, of the same cost.

/** Lists of a person whose items lead back to a person. */
const LISTS = [
  ['applications', 'applicant'],
  ['assets', 'owner'],
  ['enrollments', 'identity'],
  ['memberships', 'member'],
  ['postings', 'identity'],
  ['proposals', 'proposer'],
  ['purchases', 'buyer'],
  ['sales', 'buyer'],
  ['scrolls', 'authorIdentity'],
] as const

/** Root fields that lead to people. */
const ROOTS = ['assets', 'proposals', 'scrolls', 'me'] as const
const PAIRS = 15

/** Literals from 1 to 5: the digits of a number. */
function literalsOf(number: number): () => number {
  let rest = number
  return () => {
    const literal = 1 + (rest % 5)
    rest = Math.floor(rest / 5)
    return literal
  }
}

/** Nine lists of nine lists: 1,324 values at most, eight levels deep, one root field. */
export function deepOperation(number: number): string {
  const next = literalsOf(number)
  const inner = LISTS.map(([list]) => `${list}(first: ${next()}) { nodes { id } }`)
  const outer = LISTS.map(([list, back]) => `${list}(first: 2) { nodes { ${back} { ...I } } }`)
  return `{ u: me { ${outer.join(' ')} } } fragment I on Identity { ${inner.join(' ')} }`
}

/** One of sixty operations with one root field each. */
export function smallOperation(number: number): string {
  const [root, pair] = [ROOTS[number % ROOTS.length]!, Math.floor(number / ROOTS.length) % PAIRS]
  const next = literalsOf(Math.floor(number / (ROOTS.length * PAIRS)))
  const step = pair < LISTS.length ? 1 : 2
  const some = [0, 1, 2, 3].map((index) => LISTS[(pair + index * step) % LISTS.length]!)
  const lists = some.map(([list, back]) => {
    const below = LISTS[(pair + list.length) % LISTS.length]![0]
    return `${list}(first: ${next()}) { nodes { ${back} { displayName ${below}(first: ${next()}) { nodes { id } } } } }`
  })
  const person = `{ id ${lists.join(' ')} }`
  if (root === 'me') return `{ me ${person} }`
  const back = LISTS.find(([list]) => list === root)![1]
  return `{ ${root}(first: ${next()}) { nodes { id ${back} ${person} } } }`
}
