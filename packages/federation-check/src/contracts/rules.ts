// The step of the contracts, as a table: what changes in a variant of the API, and how bad it is.
import {
  breaking,
  dangerous,
  final,
  findingsOf,
  safe,
  security,
  type Finding,
  type Rules,
} from '../finding.ts'

export const contractRules = {
  'contract-invalid': final(
    breaking('a contract has no valid API', 'a field returns an excluded type', {
      why: 'The router of the variant keeps the old supergraph or does not start.',
      fix: 'Give the fields that return a type the tags of the type, or change the contract.',
    }),
  ),
  'base-contract-invalid': safe('a contract of the base has no valid API', 'the change repairs it'),
  'contract-removed': breaking('a contract is removed', 'no `public` in `contracts`', {
    why: 'The clients of the variant have no API.',
    fix: 'Keep it until no client uses the variant.',
  }),
  'contract-added': safe('a contract is added', '`public` in `contracts`'),
  'contract-tag-unused': dangerous(
    'a new or changed contract names a tag that nothing has',
    '`"exclude": ["internl"]`',
    { why: 'A mistyped tag excludes nothing.', fix: 'Correct the tag, or add it to the schema.' },
  ),
  'contract-broken': breaking(
    'a contract loses what the whole API keeps',
    '`@tag(name: "internal")` on `Product.weight`',
    {
      why: 'The clients of the variant get an error instead of data.',
      fix: 'Keep the tags of the element, mark it @deprecated, and leave it out once no client of the contract uses it.',
    },
  ),
  'contract-affected': dangerous(
    'a change may affect the clients of a contract alone',
    'the contract includes another member of a union',
    { fix: 'Ask the clients of the contract.' },
  ),
  'contract-exposed': security(
    'a contract shows what it excluded',
    'no `@tag(name: "internal")` on `Product.cost`',
    {
      why: 'The clients of the variant can read what was kept from them.',
      fix: 'Put the tag back, or let the owner of the data approve.',
    },
  ),
  'contract-extended': safe(
    'a contract includes what it did not include',
    '`@tag(name: "public")` on `Product.weight`',
  ),
} satisfies Rules

export const tell = findingsOf('contracts', contractRules)

/** A finding about a contract as a whole. */
export function ofContract(
  rule: keyof typeof contractRules,
  name: string,
  message: string,
  detail?: string,
): Finding {
  return { ...tell(rule, { coordinate: name, detail }, message), contracts: [name] }
}
