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

/** What operations select of items. Other literals would not make them new. */
const SELECTIONS = [
  'id',
  '__typename',
  'id __typename',
  '__typename id',
  'id __typename id',
] as const

/** Selections by the digits of a number. */
function selectionsOf(number: number): () => string {
  let rest = number
  return () => {
    const selection = SELECTIONS[rest % SELECTIONS.length]!
    rest = Math.floor(rest / SELECTIONS.length)
    return selection
  }
}

/** Nine lists of nine lists, eight levels deep, one root field. */
export function deepOperation(number: number): string {
  const next = selectionsOf(number)
  const inner = LISTS.map(([list]) => `${list}(first: 3) { nodes { ${next()} } }`)
  const outer = LISTS.map(([list, back]) => `${list}(first: 2) { nodes { ${back} { ...I } } }`)
  return `{ u: me { ${outer.join(' ')} } } fragment I on Identity { ${inner.join(' ')} }`
}

/** One of sixty operations with one root field each. */
export function smallOperation(number: number): string {
  const [root, pair] = [ROOTS[number % ROOTS.length]!, Math.floor(number / ROOTS.length) % PAIRS]
  const next = selectionsOf(Math.floor(number / (ROOTS.length * PAIRS)))
  const step = pair < LISTS.length ? 1 : 2
  const some = [0, 1, 2, 3].map((index) => LISTS[(pair + index * step) % LISTS.length]!)
  const lists = some.map(([list, back]) => {
    const below = LISTS[(pair + list.length) % LISTS.length]![0]
    const person = `{ displayName ${below}(first: 3) { nodes { ${next()} } } }`
    return `${list}(first: 3) { nodes { ${next()} ${back} ${person} } }`
  })
  const person = `{ id ${lists.join(' ')} }`
  if (root === 'me') return `{ me ${person} }`
  const back = LISTS.find(([list]) => list === root)![1]
  return `{ ${root}(first: 3) { nodes { ${next()} ${back} ${person} } } }`
}
