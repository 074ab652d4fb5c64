// One person in the console.
import { accountState, getAccountFacts, type Account } from '../../domain/accounts/account.ts'
import { getIdentity } from '../../domain/people/profile.ts'
import { listWallets } from '../../domain/wallets/wallet.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { asOwner } from '../account/as-person.ts'
import { personPage } from './person-page.ts'
import { queryParameters } from '../../oauth/parameters.ts'
import type { AdministratorSession } from './access.ts'
import { consoleProps, segmentOf, show } from './response.ts'
import { namesIn } from './audit-handlers.ts'
import { personItem } from './people-handlers.ts'
import { doneNotice } from './done.ts'

/** The person in the path. @throws NOT_FOUND */
export async function subjectOf(administering: AdministratorSession): Promise<Account> {
  const id = segmentOf(administering, 'id')
  const person = await getIdentity(administering.ctx, id)
  if (person.kind !== 'person' || person.leftAt) throw notFound('Identity', id)
  return person
}

export const showPerson = show(async (administering) => {
  const { ctx, req } = administering
  const account = await subjectOf(administering)
  const { id } = account
  const { loaders } = ctx
  const [facts, state, factors, wallets, sessions, grants, events] = await Promise.all([
    getAccountFacts(ctx, account),
    accountState(ctx, account),
    loaders.accountFactors.load(id),
    listWallets(asOwner(ctx, account), { first: 100 }).then((list) => list.page()),
    loaders.accountSessions.load(id),
    loaders.accountGrants.load(id),
    loaders.accountAudit.load(id, { first: 10 }).then((list) => list.page()),
  ])
  return personPage({
    ...consoleProps(administering),
    notice: doneNotice(queryParameters(req)),
    person: { ...account, ...personItem(account) },
    state,
    email: facts.email,
    deletionDueAt: facts.deletionDueAt,
    factors: { ...factors, password: facts.hasPassword },
    wallets: wallets.nodes,
    sessions,
    grants,
    events: events.nodes,
    names: await namesIn(ctx, events.nodes),
  })
})
