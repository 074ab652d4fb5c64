// One person in the console.
import { accountState, getAccountFacts, type Account } from '../../domain/accounts/account.ts'
import { getIdentity } from '../../domain/people/profile.ts'
import { listWallets } from '../../domain/wallets/wallet.ts'
import { notFound } from '#foundation/domain/errors.ts'
import { asOwner } from '../account/as-person.ts'
import { queryParameters } from '../../oauth/parameters.ts'
import type { AdministratorSession } from './access.ts'
import { consoleProps, segmentOf, show, doneNotice } from './response.ts'
import { namesIn, auditList, type AuditItem, type Names } from './audit.ts'
import { personItem, type PersonItem } from './people.ts'
import { html, type Content, type Html } from '../html.ts'
import { rows } from '../rows.ts'
import { ago, day } from '../time.ts'
import { agentWords } from '../user-agent.ts'
import { badge, consolePage, consoleSection, facts, type ConsoleProps } from './console-page.ts'

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

interface PersonProps extends ConsoleProps {
  person: PersonItem & { house: string; archetype: string; level: number; xp: number }
  state: 'active' | 'disabled' | 'leaving' | 'locked'
  deletionDueAt: Date | null
  email: string | null
  factors: {
    password: boolean
    totp: boolean
    passkeys: number
    recoveryCodes: number
    /** Whether the person has chosen to require a passkey. */
    twoStep: boolean
  }
  wallets: readonly { address: string; signsIn: boolean }[]
  sessions: readonly {
    method: string
    userAgent: string
    address: string
    signedInAt: Date
    lastSeenAt: Date
  }[]
  grants: readonly { clientId: string; scopes: readonly string[]; createdAt: Date }[]
  events: readonly AuditItem[]
  names: Names
}

export function personPage(props: PersonProps): string {
  const { person } = props
  const trail = `/admin/audit?person=${person.id}`
  return consolePage({
    ...props,
    part: 'people',
    title: person.displayName,
    main: [
      head(props),
      consoleSection('actions', 'What you can do', actions(props)),
      consoleSection('factors', 'How they sign in', factors(props)),
      consoleSection('sessions', 'Where they are signed in', sessions(props)),
      consoleSection('grants', 'Connected apps', grants(props)),
      consoleSection('audit', 'What happened last', [
        auditList(props, person.id),
        html`<p><a href="${trail}">The whole trail</a></p>`,
      ]),
    ],
  })
}

const STATES = {
  active: badge('Active'),
  disabled: badge('Disabled', 'grave'),
  leaving: badge('Leaving'),
  locked: badge('Locked by the person', 'grave'),
}

const head = ({ deletionDueAt, person, state }: PersonProps): Html =>
  html`<div class="subject">
    <img class="face" src="${person.avatar}" alt="" width="64" height="64" />
    <div>
      <p class="handle">@${person.username}</p>
      <p>${STATES[state]} ${person.role === 'admin' ? badge('Administrator') : ''}</p>
    </div>
    ${facts([
      ['House', person.house],
      ['Archetype', person.archetype],
      ['Level', person.level],
      ['Joined', day(person.createdAt)],
      ...(deletionDueAt ? [['Will be deleted', day(deletionDueAt)] as const] : []),
      ['Id', html`<code>${person.id}</code>`],
    ])}
  </div>`

function actions({ factors, person, state }: PersonProps): Html {
  const to = (action: string, text: string) =>
    html`<a class="button" href="/admin/people/${person.id}/${action}">${text}</a>`
  return html`<div class="actions">
    ${[
      state === 'disabled' ? to('enable', 'Enable') : to('disable', 'Disable'),
      to('sign-out', 'Sign out everywhere'),
      factors.totp || factors.twoStep || factors.recoveryCodes > 0
        ? to('reset-factors', 'Reset factors')
        : '',
      to('rename', 'Rename'),
      to('recovery-code', 'Issue a recovery code'),
    ]}
  </div>`
}

const factors = ({ email, factors: has, wallets }: PersonProps): Html =>
  facts([
    ['E-mail', email ?? 'None'],
    ['Password', has.password ? 'Yes' : 'No'],
    ['Authenticator app', has.totp ? 'Yes' : 'No'],
    ['Passkeys', has.twoStep ? `${has.passkeys}, asked for` : has.passkeys],
    ['Recovery codes', has.recoveryCodes],
    ['Wallets', wallets.length === 0 ? 'None' : wallets.map(wallet)],
  ])

const wallet = ({ address, signsIn }: PersonProps['wallets'][number]): Content =>
  html`<code>${address}</code> ${signsIn ? '' : '(linked by an app)'} `

const sessions = ({ now, sessions: all }: PersonProps): Html =>
  rows(
    all.map((session) => ({
      title: agentWords(session.userAgent),
      about: html`<p>
        By ${session.method} from ${session.address}, ${ago(session.signedInAt, now)} · last seen
        ${ago(session.lastSeenAt, now)}
      </p>`,
    })),
    'Nowhere.',
  )

const grants = ({ grants: all }: PersonProps): Html =>
  rows(
    all.map(({ clientId, scopes, createdAt }) => ({
      title: clientId,
      href: `/admin/clients/${clientId}`,
      about: html`<p>${scopes.join(', ')} · since ${day(createdAt)}</p>`,
    })),
    'None.',
  )
