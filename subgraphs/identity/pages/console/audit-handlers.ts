// The audit trail in the console, optionally of one person, app or kind.
import type { IdentityContext } from '../../context.ts'
import { listAuditEvents, listAuditKinds } from '../../domain/audit/audit.ts'
import { findIdByUsername } from '../../domain/people/profile.ts'
import type { AuditEvent } from '../../tables.ts'
import { auditPage, type Names } from './audit-page.ts'
import { queryParameters } from '../../oauth/parameters.ts'
import { consoleProps, nextPath, show } from './response.ts'

/** The names of the people and apps in these entries, by id; unknown ids are missing. */
export async function namesIn(
  { loaders }: IdentityContext,
  events: readonly AuditEvent[],
): Promise<Names> {
  const mentioned = events.flatMap(({ clientId, details: { by }, identityId }) => [
    identityId,
    clientId,
    by,
  ])
  const ids = [...new Set(mentioned)].filter((id) => typeof id === 'string')
  const [people, clients] = await Promise.all([
    Promise.all(ids.map((id) => loaders.identity.load(id))),
    Promise.all(ids.map((id) => loaders.client.load(id))),
  ])
  return new Map([
    ...clients.flatMap((client) => (client ? [[client.id, client.name] as const] : [])),
    ...people.flatMap((person) =>
      person && !person.leftAt ? [[person.id, `@${person.username}`] as const] : [],
    ),
  ])
}

export const showAudit = show(async (administering) => {
  const { ctx, req } = administering
  const query = queryParameters(req)
  const sent = (name: string) => query.get(name) ?? ''
  const [person, app, kind] = [sent('person'), sent('app'), sent('kind')]
  const identityId = person.startsWith('identity_')
    ? person
    : await findIdByUsername(ctx, person.replace(/^@/, '').toLowerCase())
  const kinds = await listAuditKinds(ctx)
  const nobody: Names = new Map()
  const props = { ...consoleProps(administering), kinds, person, app, kind, names: nobody }
  if (person !== '' && identityId === null) {
    return auditPage({ ...props, events: [], error: 'Nobody has that username.' })
  }
  const known = kinds.find((each) => each === kind)
  if (kind !== '' && !known) return auditPage({ ...props, events: [] })
  const filter = { identityId, clientId: app, kind: known }
  const list = await listAuditEvents(ctx, filter, { first: 50, after: query.get('after') })
  const found = await list.page()
  const next = nextPath('/admin/audit', found, { person, app, kind })
  return auditPage({ ...props, events: found.nodes, names: await namesIn(ctx, found.nodes), next })
})
