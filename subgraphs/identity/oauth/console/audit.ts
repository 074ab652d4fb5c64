// The audit trail in the console, of everybody, of one person, or of one kind.
import { listAuditEvents, listAuditKinds } from '../../domain/audit.ts'
import { findIdByUsername } from '../../domain/profile.ts'
import { auditPage } from '../pages/console/audit.ts'
import { queryParameters } from '../parameters.ts'
import { consoleProps, show } from './answer.ts'

export const showAudit = show(async (administering) => {
  const { ctx, req } = administering
  const query = queryParameters(req)
  const [person, kind] = [query.get('person') ?? '', query.get('kind') ?? '']
  const identityId = person.startsWith('identity_')
    ? person
    : await findIdByUsername(ctx, person.replace(/^@/, '').toLowerCase())
  const kinds = await listAuditKinds(ctx)
  const props = { ...consoleProps(administering), kinds, person, kind }
  if (person !== '' && identityId === null) {
    return auditPage({ ...props, events: [], error: 'Nobody has that username.' })
  }
  const known = kinds.find((each) => each === kind)
  if (kind !== '' && !known) return auditPage({ ...props, events: [] })
  const filter = { identityId, kind: known }
  const list = await listAuditEvents(ctx, filter, { first: 50, after: query.get('after') })
  const { nodes, hasNextPage, cursorOf } = await list.page()
  const after = hasNextPage ? cursorOf(nodes.at(-1)!) : undefined
  const next = after && `/admin/audit?${new URLSearchParams({ person, kind, after }).toString()}`
  return auditPage({ ...props, events: nodes, next })
})
