// People in the console: all of them, or search results.
import { fieldErrors } from '../field-errors.ts'
import { listAccounts, type Account } from '../../domain/accounts/account.ts'
import { listWaiting } from '../../domain/departure/waiting-departure.ts'
import { avatarPath } from '../../domain/authorization/openid-claims.ts'
import { peoplePage, type PersonItem } from './people-page.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import type { AdministratorSession } from './access.ts'
import { consoleProps, nextPath, show, submit } from './response.ts'

const MAX_MATCHES = 50

export function personItem(account: Account): PersonItem {
  return { ...account, avatar: avatarPath(account.id) }
}

/** Shows all people, page by page. */
export const showPeople = show(async (administering) => {
  const { ctx, req } = administering
  const list = await listAccounts(ctx, {
    first: MAX_MATCHES,
    after: queryParameters(req).get('after'),
  })
  const found = await list.page()
  return peoplePage({
    ...consoleProps(administering),
    people: found.nodes.map(personItem),
    next: nextPath('/admin', found),
    waiting: await listWaiting(ctx),
  })
})

const lookedFor = (form: Parameters): string => (form.get('looked') ?? '').trim()

/** Shows search results, best first, at most one page. */
export const findPeople = submit(
  async (administering, form) => {
    const looked = lookedFor(form)
    const found = await find(administering, looked).catch((error: unknown) =>
      fieldErrors(error, { search: 'The name', email: 'The address', wallet: 'The wallet' }),
    )
    const props = { ...consoleProps(administering), looked }
    if (!('errors' in found)) return { page: peoplePage({ ...props, people: found }) }
    const [error] = Object.values(found.errors)
    return { refused: peoplePage({ ...props, people: [], error }) }
  },
  (administering, form, notice) => {
    const props = { ...consoleProps(administering), looked: lookedFor(form), notice }
    return peoplePage({ ...props, people: [] })
  },
)

async function find({ ctx }: AdministratorSession, looked: string): Promise<PersonItem[]> {
  if (looked === '') return []
  const list = await listAccounts(ctx, { ...wantedBy(looked), first: MAX_MATCHES })
  return (await list.page()).nodes.map(personItem)
}

/** The format tells whether the text is a name, an e-mail address or a wallet. */
function wantedBy(looked: string) {
  if (/^0x[0-9a-f]{40}$/i.test(looked)) return { wallet: looked }
  if (/.@/.test(looked)) return { email: looked }
  return { search: looked.replace(/^@/, '').slice(0, 100) }
}
