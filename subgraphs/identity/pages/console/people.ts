// People in the console: all of them, or search results.
import { fieldErrors, field, form } from '../form.ts'
import { listAccounts, type Account } from '../../domain/accounts/account.ts'
import { listWaiting } from '../../domain/departure/waiting-departure.ts'
import { avatarPath } from '../../domain/authorization/openid-claims.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import type { AdministratorSession } from './access.ts'
import { consoleProps, nextPath, show, submit } from './response.ts'
import { html, type Content } from '../html.ts'
import { rows } from '../rows.ts'
import { day } from '../time.ts'
import { badge, consolePage, nextPage, type ConsoleProps } from './console-page.ts'

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

export interface PersonItem {
  id: string
  username: string
  displayName: string
  avatar: string
  createdAt: Date
  disabledAt: Date | null
  role: 'member' | 'admin'
}

interface PeopleProps extends ConsoleProps {
  people: readonly PersonItem[]
  /** The search text; undefined for the list of all. */
  looked?: string | undefined
  error?: string | undefined
  /** Deletions that wait for services. */
  waiting?: readonly { since: Date; services: readonly string[] }[]
  next?: string | undefined
}

export function peoplePage(props: PeopleProps): string {
  const { csrf, error, looked, next, people, waiting = [] } = props
  return consolePage({
    ...props,
    part: 'people',
    isRefused: error !== undefined,
    main: [
      waitingNotice(waiting),
      // The search is posted, so that e-mail addresses stay out of browser histories and logs.
      form({ action: '/admin', csrf, look: 'inline' }, [
        html`<div class="finder" role="search">
          ${field({
            name: 'looked',
            label: 'Find a person',
            hint: 'A name, or a whole e-mail or wallet address.',
            value: looked,
            error,
            attributes: html`type="search" autocomplete="off" spellcheck="false" maxlength="254"
            required`,
          })}
          <button>Find</button>
        </div>`,
      ]),
      looked === undefined ? '' : html`<p><a href="/admin">Show everybody</a></p>`,
      rows(people.map(item), looked === undefined ? 'Nobody is here yet.' : 'Nobody was found.'),
      nextPage(next),
    ],
  })
}

function waitingNotice(waiting: NonNullable<PeopleProps['waiting']>): Content {
  const [oldest] = waiting
  if (!oldest) return ''
  const services = [...new Set(waiting.flatMap((each) => each.services))].join(', ')
  return html`<p class="notice error">
    Waiting deletions: ${waiting.length}, the oldest since ${day(oldest.since)}. Services that have
    not responded: ${services}.
  </p>`
}

const item = (person: PersonItem) => ({
  title: [
    html`<img class="face" src="${person.avatar}" alt="" width="32" height="32" />`,
    person.displayName,
  ],
  href: `/admin/people/${person.id}`,
  about: html`<p>@${person.username} · joined ${day(person.createdAt)}${marks(person)}</p>`,
})

const marks = ({ disabledAt, role }: PersonItem): Content => [
  role === 'admin' ? badge('Administrator') : '',
  disabledAt ? badge('Disabled', 'grave') : '',
]
