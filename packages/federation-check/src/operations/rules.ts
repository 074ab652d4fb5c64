// Step 6, as a table: what can happen to the operations of clients and peers.
import { breaking, findingsOf, safe, type Rules } from '../finding.ts'

export const operationRules = {
  'operation-broken': breaking('a known document is no longer valid', 'it selects `title`', {
    why: 'The client that sends it gets an error instead of data.',
    fix: 'Keep the requested fields, or change the document together with its client.',
  }),
  'operation-fault-kept': safe(
    'a known document has a problem that it had in the base, too',
    'a document that was never valid',
  ),
  'peer-operation-broken': breaking(
    'a service sends another one an invalid operation',
    '`learn` queries `identity`',
    {
      why: 'The calling service fails.',
      fix: 'Keep the requested fields until the calling service no longer uses them.',
    },
  ),
  'registered-document-withdrawn': breaking(
    'an id that clients send is gone or replaced',
    'a manifest without an older `Quests`',
    {
      why: 'An installed client sends the id alone, and gets an error or other data.',
      fix: 'Keep the document in the manifest until nobody sends its id.',
    },
  ),
  'operation-withdrawn': safe('a frontend document is removed', 'no `dashboard.graphql`'),
} satisfies Rules

export const tell = findingsOf('operations', operationRules)
