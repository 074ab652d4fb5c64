// The cache: it knows every object by its id, which is unique over all services, so what a mutation or a
// subscription returns appears wherever the object is shown.
import { InMemoryCache, type TypePolicies } from '@apollo/client'
import { CONNECTIONS } from './generated/connections.ts'
import generated from './generated/possible-types.ts'
import { pagedList } from './pages.ts'

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes: generated.possibleTypes,
    typePolicies: typePolicies(),
  })
}

function typePolicies(): TypePolicies {
  const lists = Object.entries(CONNECTIONS).map(([type, fields]) => [
    type,
    { fields: Object.fromEntries(fields.map((field) => [field, pagedList])) },
  ])
  const policies = Object.fromEntries(lists) as TypePolicies
  return {
    ...policies,
    // It has no id, and its postings are read page by page.
    GoldStatement: { ...policies.GoldStatement, merge: true },
    // An account has no id of its own: it is known by that of its person.
    Account: { ...policies.Account, keyFields: ['identity', ['id']] },
  }
}
